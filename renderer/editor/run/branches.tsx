import { GitBranch, Pencil, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { type BranchesView, type BranchView, branchNameTaken, MOST_BRANCH_NAME } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { returnTo, returnToRunBefore } from '../../store/wishes/travel'
import { tooLong } from '../../widgets/parse'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import { CompareBranches } from './difference'
import { branchText, runBeforeText } from './scrub'

/** The lines of this run: to be returned to, named and deleted. */
export function BranchesMenu() {
  const view = useStore((store) => store.view.branches)
  const count = view.branches.length
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="button run-branches">
          <GitBranch size={14} aria-hidden="true" />
          Branches
          <span className="run-count">{count}</span>
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu branches"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Branches"
          // in a name it gives up the name alone
          onEscapeKeyDown={(event) => event.target instanceof HTMLInputElement && event.preventDefault()}
          // a tooltip that is open above it, as the pencil's after a naming, takes the key for itself
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          <List view={view} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function List({ view }: { view: BranchesView }) {
  return (
    <>
      <ul aria-label="Branches of this run">
        {view.branches.map((branch) => (
          <Branch key={branch.id} branch={branch} view={view} />
        ))}
      </ul>
      {view.deleted !== null && <Deleted {...view.deleted} />}
      {view.forgotten > 0 && (
        <p className="detail-hint">{`${view.forgotten} older ${view.forgotten === 1 ? 'branch is' : 'branches are'} kept no more. Those that you name stay longest.`}</p>
      )}
      {view.before !== null && <Before {...view.before} />}
      {view.branches.length > 1 && <CompareBranches view={view} />}
      <p className="detail-hint">
        {view.branches.length === 1
          ? 'Go back to an earlier moment and act there: what came after is kept here as a branch.'
          : 'Branches are of this run: the project file has the end of the one that is shown, and Save Recording its steps.'}
      </p>
    </>
  )
}

/** That which was deleted last: one after another they can be restored. */
function Deleted({ id, name }: NonNullable<BranchesView['deleted']>) {
  return (
    <p className="branch-deleted detail-hint">
      <span>{`${name} is deleted.`}</span>
      <button
        type="button"
        className="button"
        aria-label={`Restore ${name}`}
        onClick={() => void send({ kind: 'restoreBranch', branch: id })}
      >
        Restore
      </button>
    </p>
  )
}

/** The run that was restarted: whichever is not shown is kept, with its branches. */
function Before(before: NonNullable<BranchesView['before']>) {
  return (
    <p className="branch-deleted detail-hint">
      <span>{runBeforeText(before)}</span>
      <button
        type="button"
        className="button"
        aria-label="Return to the run before"
        onClick={() => void returnToRunBefore()}
      >
        Return
      </button>
    </p>
  )
}

interface NameFieldProps {
  branch: BranchView
  /** names of all branches, its own among them */
  names: readonly string[]
  onEnd(): void
}

/** Its field, with the name selected to be written over; a blank one leaves the name as it is. */
function NameField({ branch: { id, name }, names, onEnd }: NameFieldProps) {
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const wanted = text.trim()
  const isTaken = wanted !== name && names.includes(wanted)
  const problem = tooLong(wanted, MOST_BRANCH_NAME) ?? (isTaken ? branchNameTaken(wanted) : null)
  const ended = useRef(false)
  // to end it takes the focus out of the field, which would end it again
  const end = (): boolean => {
    if (ended.current) return false
    ended.current = true
    onEnd()
    return true
  }
  const rename = (): void => {
    if (problem !== null || !end()) return
    if (wanted !== '' && wanted !== name) void send({ kind: 'renameBranch', branch: id, name: wanted })
  }
  return (
    <TextField
      ref={field}
      label={`Name of ${name}`}
      hideLabel
      value={text}
      error={problem ?? undefined}
      onChange={setText}
      onEnter={rename}
      onBlur={rename}
      onEscape={end}
    />
  )
}

function Branch({ branch, view }: { branch: BranchView; view: BranchesView }) {
  const [isNamed, setNamed] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const { id } = branch
  const isShown = id === view.shown
  const isLive = branch.end === null
  const endNaming = (): void => {
    // the field goes with the focus in it; one that has moved on stays where it is
    if (document.activeElement instanceof HTMLInputElement) pencil.current?.focus()
    setNamed(false)
  }
  return (
    <li className={isShown ? 'branch branch-shown' : 'branch'} aria-current={isShown}>
      <div className="branch-text">
        {isNamed ? (
          <NameField branch={branch} names={view.branches.map(({ name }) => name)} onEnd={endNaming} />
        ) : (
          <strong>{branch.name}</strong>
        )}
        <span className="muted">{branchText(branch, view)}</span>
      </div>
      <button
        type="button"
        className="button"
        aria-label={isLive ? `Shown: ${branch.name}` : `Return to ${branch.name}`}
        aria-disabled={isLive}
        onClick={() => !isLive && void returnTo(id)}
      >
        {isLive ? 'Shown' : 'Return'}
      </button>
      <Tip text="Another name for it">
        <button
          ref={pencil}
          type="button"
          className="icon-button"
          aria-label={`Rename ${branch.name}`}
          // the field keeps the focus until the click: leaving it would end the naming, which the click would begin again
          onPointerDown={(event) => isNamed && event.preventDefault()}
          onMouseDown={(event) => isNamed && event.preventDefault()}
          onClick={() => (isNamed ? pencil.current?.focus() : setNamed(true))}
        >
          <Pencil size={14} aria-hidden="true" />
        </button>
      </Tip>
      <Tip
        text={
          isShown
            ? 'It is shown: return to another branch to delete it'
            : 'It can be restored in this list until another run begins'
        }
      >
        <button
          type="button"
          className="icon-button"
          aria-label={`Delete ${branch.name}`}
          aria-disabled={isShown}
          onClick={() => !isShown && void send({ kind: 'deleteBranch', branch: id })}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      </Tip>
    </li>
  )
}
