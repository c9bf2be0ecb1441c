import { Tabs } from 'radix-ui'
import { setInterface, type Tab, useStore } from '../store/store'
import { formatCount } from '../widgets/format'
import { BackgroundTab } from './background/tab'
import { DefragmentationTab } from './defragmentation/tab'
import { FindingsTab } from './findings/findings'
import { GpuTab } from './gpu/tab'
import { LaboratoryTab } from './laboratory/tab'
import { MemoryTab } from './memory/tab'
import { NotificationsTab } from './notifications/notifications'
import './tabs.css'

/** The instruments on the right. Only the one that is shown is drawn. */
export function InstrumentTabs() {
  const tab = useStore((store) => store.tab)
  return (
    <Tabs.Root className="panel tabs" value={tab} onValueChange={(next) => setInterface({ tab: next as Tab })}>
      <Tabs.List className="tab-list" aria-label="Instruments">
        <TabTrigger value="memory" label="Memory" />
        <TabTrigger value="gpu" label="GPU" />
        <TabTrigger value="background" label="Background" />
        <TabTrigger value="defragmentation" label="Defragmentation" />
        <TabTrigger value="laboratory" label="Laboratory" />
        <NotificationsTrigger />
        <FindingsTrigger />
      </Tabs.List>
      <Tabs.Content className="tab-content" value="memory" tabIndex={-1}>
        <MemoryTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="gpu" tabIndex={-1}>
        <GpuTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="background" tabIndex={-1}>
        <BackgroundTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="defragmentation" tabIndex={-1}>
        <DefragmentationTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="laboratory" tabIndex={-1}>
        <LaboratoryTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="notifications" tabIndex={-1}>
        <NotificationsTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" value="findings" tabIndex={-1}>
        <FindingsTab />
      </Tabs.Content>
    </Tabs.Root>
  )
}

function NotificationsTrigger() {
  const { items, forgotten } = useStore((store) => store.view.notifications)
  return <TabTrigger value="notifications" label="Notifications" count={items.length + forgotten} />
}

function FindingsTrigger() {
  const { items, forgotten } = useStore((store) => store.view.findings)
  return <TabTrigger value="findings" label="Findings" count={items.length + forgotten} warn />
}

/** The count is drawn by the style sheet: it describes the tab and is no part of its name. */
function TabTrigger({
  value,
  label,
  count = 0,
  warn = false,
}: {
  value: Tab
  label: string
  count?: number
  warn?: boolean
}) {
  return (
    <Tabs.Trigger
      className="tab"
      value={value}
      aria-label={label}
      aria-description={count > 0 ? `${formatCount(count)} entries` : undefined}
    >
      {label}
      {count > 0 && (
        <span className={warn ? 'count count-warn' : 'count'} data-count={count > 9999 ? '9999+' : count} />
      )}
    </Tabs.Trigger>
  )
}
