/** The window: where each part of the interface lies, and the menu items that the interface carries out. */
import { Tooltip } from 'radix-ui'
import { lazy, type Ref, Suspense, useEffect, useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { MenuItem } from '../preload/contract'
import { LessonPanel } from './editor/guide/lesson'
import { followQuestionMark } from './editor/guide/question-mark'
import { StartPage } from './editor/guide/start'
import { DropTarget } from './editor/media/drop'
import { MediaPanel } from './editor/media/media'
import { useMediaLinks } from './editor/media/offline'
import { EffectRack } from './editor/rack/rack'
import { RunBar } from './editor/run/run-bar'
import { TIMELINE_ACTIONS } from './editor/timeline/keys'
import { DeviceBanner, GpuBanner, OpeningBanner, PlaybackBanner } from './editor/toolbar/banner'
import { NoticeBanners, RecoveryBanner } from './editor/toolbar/recovery'
import { StatusBar } from './editor/toolbar/status-bar'
import { Toolbar } from './editor/toolbar/toolbar'
import { firstPaint, shown } from './frame/first-paint'
import { followHelpKey } from './glossary/help-key'
import { CursorBar } from './instruments/cursor/bar'
import type * as Later from './later'
import { useProjectLayout } from './layout'
import { followPointer } from './store/gesture'
import { play } from './store/play'
import { exportPerfetto } from './store/save-export'
import { dismissToast, isPlaying, setInterface, toast, useStore } from './store/store'
import { followCopy } from './widgets/copy-row'
import { ErrorBoundary } from './widgets/error-boundary'
import { TipContainer } from './widgets/tip'
import { Toasts } from './widgets/toasts'
import { useFocusKept, WhileSeen } from './widgets/while-seen'

/** Loaded when the window has been seen: what it opens with waits for none of them. */
const later = (): Promise<typeof Later> => firstPaint().then(() => import('./later'))
/** A picture of the window waits for them, see main/shell/window/screenshot.ts. */
void later()
  .then(shown)
  .then(() => {
    document.documentElement.dataset.whole = 'yes'
  })
const part = <Name extends keyof typeof Later>(name: Name) => lazy(async () => ({ default: (await later())[name] }))
const Preview = part('Preview')
const Timeline = part('Timeline')
const InstrumentTabs = part('InstrumentTabs')
const MemoryChart = part('MemoryChart')
const SystemDrawer = part('SystemDrawer')
const AddEffectDialog = part('AddEffectDialog')
const NewProjectDialog = part('NewProjectDialog')
const AboutDialog = part('AboutDialog')
const ShortcutsDialog = part('ShortcutsDialog')
const ReportDialog = part('ReportDialog')
const GlossaryDialog = part('GlossaryDialog')
const PolicyGuide = part('PolicyGuide')

export function App() {
  const [main, setMain] = useState<HTMLElement | null>(null)
  useTheme()
  useFocusKept()
  useMediaLinks()
  useEffect(() => window.trimline.onMenu(openMenuItem), [])
  useEffect(() => followPointer(window), [])
  useEffect(() => followHelpKey(document), [])
  useEffect(() => followQuestionMark(document), [])
  useEffect(() => followCopy(document, () => toast('info', 'Copied the row')), [])
  return (
    <Tooltip.Provider delayDuration={500}>
      <TipContainer value={main}>
        <div className="app">
          <Toolbar />
          <RunBar />
          <RecoveryBanner />
          <NoticeBanners />
          <GpuBanner />
          <DeviceBanner />
          <OpeningBanner />
          <PlaybackBanner />
          <LessonPanel />
          <div className="workspace">
            <Workspace ref={setMain} />
            <Suspense>
              <SystemDrawer />
            </Suspense>
          </div>
          <CursorBar />
          <StatusBar />
        </div>
        <StartPage />
        <Suspense>
          <AddEffectDialog />
          <NewProjectDialog />
          <AboutDialog />
          <ShortcutsDialog />
          <ReportDialog />
          <GlossaryDialog />
          <PolicyGuide />
        </Suspense>
        <DropTarget />
        <ShownToasts />
      </TipContainer>
    </Tooltip.Provider>
  )
}

function Workspace({ ref }: { ref: Ref<HTMLElement> }) {
  const rows = useProjectLayout('rows')
  const columns = useProjectLayout('columns')
  const centre = useProjectLayout('centre')
  return (
    <main ref={ref} className="workspace-main">
      <Group id="rows" orientation="vertical" {...rows}>
        <Panel id="upper" minSize="40%">
          <Group id="columns" orientation="horizontal" {...columns}>
            <Panel id="rack" defaultSize="21%" minSize="210px">
              <div className="rack-column">
                <ErrorBoundary name="Effects">
                  <EffectRack />
                </ErrorBoundary>
                <ErrorBoundary name="Media">
                  <MediaPanel />
                </ErrorBoundary>
              </div>
            </Panel>
            <Separator className="separator" aria-label="Width of Effects" />
            <Panel id="centre" minSize="220px">
              <Group id="centre-rows" orientation="vertical" {...centre}>
                <Panel id="preview" minSize="120px">
                  <ErrorBoundary name="The preview">
                    <Suspense>
                      <Preview />
                    </Suspense>
                  </ErrorBoundary>
                </Panel>
                <Separator className="separator" aria-label="Height of the timeline" />
                <Panel id="timeline" defaultSize="42%" minSize="120px">
                  <ErrorBoundary name="The timeline">
                    <WhileSeen>
                      <Suspense>
                        <Timeline />
                      </Suspense>
                    </WhileSeen>
                  </ErrorBoundary>
                </Panel>
              </Group>
            </Panel>
            <Separator className="separator" aria-label="Width of the instruments" />
            <Panel id="tabs" defaultSize="38%" minSize="340px">
              <ErrorBoundary name="The instrument">
                <WhileSeen>
                  <Suspense>
                    <InstrumentTabs />
                  </Suspense>
                </WhileSeen>
              </ErrorBoundary>
            </Panel>
          </Group>
        </Panel>
        <Separator className="separator" aria-label="Height of the memory chart" />
        <Panel id="chart" defaultSize="23%" minSize="110px">
          <ErrorBoundary name="The memory chart">
            <WhileSeen>
              <Suspense>
                <MemoryChart />
              </Suspense>
            </WhileSeen>
          </ErrorBoundary>
        </Panel>
      </Group>
    </main>
  )
}

function ShownToasts() {
  const toasts = useStore((store) => store.toasts)
  return <Toasts toasts={toasts} onDismiss={dismissToast} />
}

/** The project's theme; `system` leaves the choice to prefers-color-scheme. */
function useTheme(): void {
  const theme = useStore((store) => store.view.project.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}

/** What a menu item does in the interface. */
function openMenuItem(item: MenuItem): void {
  switch (item) {
    case 'systemDrawer':
      return setInterface({ drawerOpen: !useStore.getState().drawerOpen })
    case 'addEffect':
      return setInterface({ addEffectOpen: true })
    case 'newProject':
      return setInterface({ newProjectOpen: true })
    case 'exportPerfetto':
      return void exportPerfetto()
    case 'play':
      return play(!isPlaying(useStore.getState()))
    case 'memory':
    case 'gpu':
    case 'background':
    case 'defragmentation':
    case 'delays':
    case 'laboratory':
    case 'notifications':
    case 'findings':
      return setInterface({ tab: item })
    case 'glossary':
      return setInterface({ glossary: '' })
    case 'about':
      return setInterface({ aboutOpen: true })
    case 'shortcuts':
      return setInterface({ shortcutsOpen: true })
    case 'reportIssue':
      return setInterface({ reportOpen: true })
    case 'policyGuide':
      return setInterface({ policyGuideOpen: true })
    default:
      return TIMELINE_ACTIONS[item]()
  }
}
