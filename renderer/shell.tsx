/** The editor: where each part of the interface lies, and the menu items that the interface carries out. */
import { Tooltip } from 'radix-ui'
import { type Ref, useEffect, useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { MenuItem } from '../preload/contract'
import { CutNames } from './cut-names'
import { LessonPanel } from './editor/guide/lesson'
import { followQuestionMark } from './editor/guide/question-mark'
import { DropTarget } from './editor/media/drop'
import { MediaPanel } from './editor/media/media'
import { useMediaLinks } from './editor/media/offline'
import { EffectRack } from './editor/rack/rack'
import { RunBar } from './editor/run/run-bar'
import { TIMELINE_ACTIONS } from './editor/timeline/keys'
import { DeviceBanner, GpuBanner, OpeningBanner, OtherDevicesBanner, PlaybackBanner } from './editor/toolbar/banner'
import { NoticeBanners, RecoveryBanner } from './editor/toolbar/recovery'
import { StatusBar } from './editor/toolbar/status-bar'
import { Toolbar } from './editor/toolbar/toolbar'
import { shown } from './frame/first-paint'
import { followHelpKey } from './glossary/help-key'
import { CursorBar } from './instruments/cursor/bar'
import { keepFocus } from './kept-focus'
import type * as Later from './later'
import { useInstrumentsInSight, useOneColumn, useProjectLayout, useStrip } from './layout'
import { followPaneKeys } from './panes'
import { RowMenu } from './row-menu'
import { followPointer } from './store/gesture'
import { play } from './store/play'
import { followSaved } from './store/saved'
import { dismissToast, isPlaying, send, setInterface, toast, useStore } from './store/store'
import { travel } from './store/wishes/said'
import { followCopy } from './widgets/copy-row'
import { ErrorBoundary } from './widgets/error-boundary'
import { Said } from './widgets/screen-reader'
import { TipContainer } from './widgets/tip'
import { Toasts } from './widgets/toasts'
import { useFocusKept, WhileSeen } from './widgets/while-seen'

/** Parts that are loaded when the shell has been seen: it waits for none of them. */
type Parts = typeof Later

/**
 * Without React's own waiting for parts, which keeps back for 300 ms what has come.
 * @returns null until they are there; the page is marked then, for who waits for all of it (main/shell/window/screenshot.ts)
 */
function useLater(): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    void shown()
      // for whoever measures how long the app takes to start
      .then(() => performance.mark('editor'))
      .then(() => import('./later'))
      .then(setParts)
  }, [])
  useEffect(() => {
    if (parts === null) return
    void shown().then(() => {
      document.documentElement.dataset.whole = 'yes'
    })
  }, [parts])
  return parts
}

export function Shell() {
  const [main, setMain] = useState<HTMLElement | null>(null)
  const parts = useLater()
  const oneColumn = useOneColumn()
  useFocusKept()
  useMediaLinks()
  useEffect(() => window.trimline.onMenu(openMenuItem), [])
  useEffect(() => followPointer(window), [])
  useEffect(() => followHelpKey(document), [])
  useEffect(() => followQuestionMark(document), [])
  useEffect(() => followPaneKeys(document), [])
  useEffect(() => followSaved(), [])
  useEffect(() => keepFocus(), [])
  useEffect(() => followCopy(document, () => toast('info', 'Copied the row')), [])
  return (
    <Tooltip.Provider delayDuration={500}>
      <TipContainer value={main}>
        <div className="app" data-columns={oneColumn ? 1 : 3}>
          <Toolbar />
          <RunBar />
          <RecoveryBanner />
          <NoticeBanners />
          <GpuBanner />
          <DeviceBanner />
          <OtherDevicesBanner />
          <OpeningBanner />
          <PlaybackBanner />
          <LessonPanel />
          <div className="workspace">
            <Workspace ref={setMain} parts={parts} oneColumn={oneColumn} />
            {parts && <parts.SystemDrawer />}
          </div>
          <CursorBar />
          <StatusBar />
        </div>
        {parts && (
          <>
            <parts.AddEffectDialog />
            <parts.NewProjectDialog />
            <parts.ImportDialog />
            <parts.DeviceDialog />
            <parts.ProjectDialog />
            <parts.AboutDialog />
            <parts.ShortcutsDialog />
            <parts.ReportDialog />
            <parts.GlossaryDialog />
            <parts.PolicyGuide />
            <parts.Documentation />
          </>
        )}
        <RowMenu />
        <CutNames />
        <DropTarget />
        <ShownToasts />
        <Said />
      </TipContainer>
    </Tooltip.Provider>
  )
}

interface WorkspaceProps {
  ref: Ref<HTMLElement>
  parts: Parts | null
  oneColumn: boolean
}

function Workspace({ ref, parts, oneColumn }: WorkspaceProps) {
  const rows = useProjectLayout('rows', oneColumn)
  const columns = useProjectLayout('columns', oneColumn)
  const centre = useProjectLayout('centre', oneColumn)
  const chart = useStrip('rows', rows.groupRef)
  const least = (size: string): string => (oneColumn ? '0%' : size)
  useInstrumentsInSight(oneColumn)
  return (
    <main ref={ref} className="workspace-main">
      <Group id="rows" orientation="vertical" {...rows}>
        <Panel id="upper" minSize={least('40%')}>
          <Group id="columns" orientation="horizontal" {...columns}>
            <Panel id="rack" defaultSize="21%" minSize={least('210px')}>
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
            <Panel id="centre" minSize={least('220px')}>
              <Group id="centre-rows" orientation="vertical" {...centre}>
                <Panel id="preview" minSize={least('120px')}>
                  <ErrorBoundary name="The preview">{parts && <parts.Preview />}</ErrorBoundary>
                </Panel>
                <Separator className="separator" aria-label="Height of the timeline" />
                <Panel id="timeline" defaultSize="42%" minSize={least('120px')}>
                  <ErrorBoundary name="The timeline">
                    <WhileSeen>{parts && <parts.Timeline />}</WhileSeen>
                  </ErrorBoundary>
                </Panel>
              </Group>
            </Panel>
            <Separator className="separator" aria-label="Width of the instruments" />
            <Panel id="tabs" defaultSize="38%" minSize={least('340px')}>
              <ErrorBoundary name="The instrument">
                <WhileSeen>{parts && <parts.InstrumentTabs />}</WhileSeen>
              </ErrorBoundary>
            </Panel>
          </Group>
        </Panel>
        <Separator className="separator" aria-label="Height of the memory chart" />
        <Panel
          id="chart"
          defaultSize="23%"
          minSize={least('110px')}
          collapsible={!oneColumn}
          collapsedSize="44px"
          {...chart.panel}
        >
          <ErrorBoundary name="The memory chart">
            <WhileSeen>
              {parts && <parts.MemoryChart strip={chart.strip} onStrip={oneColumn ? null : chart.shrink} />}
            </WhileSeen>
          </ErrorBoundary>
        </Panel>
      </Group>
    </main>
  )
}

function ShownToasts() {
  const toasts = useStore((store) => store.toasts)
  return <Toasts toasts={toasts} onDismiss={dismissToast} onShow={(id) => void send({ kind: 'showSaved', id })} />
}

/** What a menu item does in the interface. */
function openMenuItem(item: MenuItem): void {
  switch (item) {
    case 'systemDrawer':
      return setInterface({ drawerOpen: !useStore.getState().drawerOpen })
    case 'deviceSettings':
      return setInterface({ deviceOpen: true })
    case 'projectSettings':
      return setInterface({ projectOpen: true })
    case 'addEffect':
      return setInterface({ addEffectOpen: true })
    case 'newProject':
      return setInterface({ newProjectOpen: true })
    case 'importRecording':
      return setInterface({ importOpen: true })
    case 'exportPerfetto':
      return void send({ kind: 'exportPerfetto' })
    case 'undo':
    case 'redo':
      return void travel(item)
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
    case 'documentation':
      return setInterface({ documentationOpen: true })
    default:
      return TIMELINE_ACTIONS[item]()
  }
}
