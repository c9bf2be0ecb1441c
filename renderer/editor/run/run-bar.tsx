import { History, Radio, X } from 'lucide-react'
import { useState } from 'react'
import type { OpeningView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { returnTo } from '../../store/wishes/travel'
import { formatTime } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { BranchesMenu } from './branches'
import { whereText } from './scrub'
import { Scrubber } from './scrubber'
import './run-bar.css'

/** The whole run: at which moment everything is shown, and which lines there are (LB-02). */
export function RunBar() {
  const past = useStore((store) => store.view.branches.end !== null)
  const home = useHome()
  const opening = useStore(({ view: { project } }) => project.opening)
  const going = opening?.stage === 'going' || opening?.stage === 'looking' ? opening : null
  return (
    <section className={past ? 'run-bar run-bar-past' : 'run-bar'} aria-label="Run" data-pane>
      <History size={14} aria-hidden="true" />
      <Scrubber />
      {going === null ? <Where home={home} /> : <Going {...going} />}
      {going === null ? <BackToLive home={home} /> : <GiveUp />}
      <BranchesMenu />
    </section>
  )
}

/**
 * The branch that went on last: a link, of a comparison or of two branches, may have led into another to look at it, and one
 * goes back to where one was. Kept here, as what is below is not there on the way.
 */
function useHome(): number {
  const { shown, end, branches } = useStore((store) => store.view.branches)
  const [live, setLive] = useState(shown)
  if (end === null && live !== shown) setLive(shown)
  return branches.some(({ id }) => id === live) ? live : shown
}

/** What the branch is called that one goes back to, where it is another than the one that is shown. */
function useOther(home: number): string | null {
  return useStore(({ view: { branches } }) =>
    branches.shown === home ? null : (branches.branches.find(({ id }) => id === home)?.name ?? null),
  )
}

function Where({ home }: { home: number }) {
  const other = useOther(home)
  const end = useStore((store) => store.view.branches.end)
  const at = useStore((store) => (store.view.branches.end === null ? 0 : store.view.clock.now))
  const branch = useStore(({ view: { branches } }) =>
    branches.branches.length < 2 ? null : (branches.branches.find(({ id }) => id === branches.shown)?.name ?? null),
  )
  return (
    <p className="run-where" role="status">
      {end === null ? (
        <>
          {/* acting at an earlier moment begins a branch, which is to be seen beside it, and to be heard */}
          <span className="visually-hidden">{branch === null ? 'Live. ' : `Live in ${branch}. `}</span>
          <span className="muted run-hint">Drag back to look at an earlier moment</span>
        </>
      ) : (
        <>
          <strong>{whereText(at, end)}</strong>
          {/* one was led here from another branch: what Back to live leads to is to be seen before it is pressed */}
          <span className="run-advice">{other === null ? 'Run or act to branch' : `Back leads to ${other}`}</span>
        </>
      )}
    </p>
  )
}

/** Everything until then happens again. */
function Going({ stage, done, total }: OpeningView) {
  return (
    <p className="run-where" role="status">
      <span className="muted">{stage === 'looking' ? 'Looking for a record up to' : 'Going to'}</span>
      <strong>{formatTime(total)}</strong>
      <progress aria-label="Time of the run gone through" max={Math.max(total, 1)} value={done} />
    </p>
  )
}

function GiveUp() {
  return (
    <button type="button" className="button run-live" onClick={() => void send({ kind: 'cancelOpening' })}>
      <X size={14} aria-hidden="true" />
      Cancel
    </button>
  )
}

/** It keeps its place while there is nothing to return from: the scrubber is not to move under the pointer. */
function BackToLive({ home }: { home: number }) {
  const other = useOther(home)
  const past = useStore((store) => store.view.branches.end !== null)
  return (
    <Tip
      text={
        past
          ? `To the end of ${other === null ? 'this branch, where it goes on' : `${other}, from where you came`}; nothing that was looked at has changed anything (LB-02)`
          : 'What is shown is the end of the run, as it goes on'
      }
    >
      <button
        type="button"
        className={past ? 'button button-primary run-live' : 'button run-live'}
        aria-disabled={!past}
        onClick={() => past && void returnTo(home)}
      >
        <Radio size={14} aria-hidden="true" />
        {past ? 'Back to live' : 'Live'}
      </button>
    </Tip>
  )
}
