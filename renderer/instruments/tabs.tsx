import { Tabs } from 'radix-ui'
import { chooseTab, type Tab, useStore } from '../store/store'
import { BackgroundTab } from './background/tab'
import { DefragmentationTab } from './defragmentation/tab'
import { DelaysTab } from './delays/tab'
import { FindingsTab } from './findings/findings'
import { GpuTab } from './gpu/tab'
import { LaboratoryTab } from './laboratory/tab'
import { MemoryTab } from './memory/tab'
import { NotificationsTab } from './notifications/notifications'
import { TabStrip } from './tab-strip'
import './tabs.css'

/** The instruments on the right. Only the one that is shown is drawn. */
export function InstrumentTabs() {
  const tab = useStore((store) => store.tab)
  return (
    <Tabs.Root className="panel tabs" value={tab} onValueChange={(next) => chooseTab(next as Tab)}>
      <Strip />
      <Tabs.Content className="tab-content" data-pane value="memory" tabIndex={-1}>
        <MemoryTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="gpu" tabIndex={-1}>
        <GpuTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="delays" tabIndex={-1}>
        <DelaysTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="background" tabIndex={-1}>
        <BackgroundTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="defragmentation" tabIndex={-1}>
        <DefragmentationTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="laboratory" tabIndex={-1}>
        <LaboratoryTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="notifications" tabIndex={-1}>
        <NotificationsTab />
      </Tabs.Content>
      <Tabs.Content className="tab-content" data-pane value="findings" tabIndex={-1}>
        <FindingsTab />
      </Tabs.Content>
    </Tabs.Root>
  )
}

function Strip() {
  const notifications = useStore(({ view }) => view.notifications.items.length + view.notifications.forgotten)
  const findings = useStore(({ view }) => view.findings.items.length + view.findings.forgotten)
  return (
    <TabStrip
      tabs={[
        { value: 'memory', label: 'Memory' },
        { value: 'gpu', label: 'GPU' },
        { value: 'background', label: 'Background', short: 'Backgr.' },
        { value: 'defragmentation', label: 'Defragmentation', short: 'Defrag.' },
        { value: 'laboratory', label: 'Laboratory', short: 'Lab.' },
        { value: 'delays', label: 'Delays' },
        { value: 'notifications', label: 'Notifications', short: 'Notif.', count: notifications },
        { value: 'findings', label: 'Findings', count: findings, warn: true },
      ]}
    />
  )
}
