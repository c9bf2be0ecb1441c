import { GitBranch, Pencil, Trash2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { BranchesView, BranchView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { returnTo } from '../../store/wishes/travel'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import { CompareBranches } from './difference'
import { branchText } from './scrub'

/** The lines of this run: to be returned to, named and deleted. */
export function BranchesMenu() {
  const view = useStore((store) => store.view.branches)
  const count = view.branches.length
  return (
    <Popover.Root>
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
      {view.forgotten > 0 && (
        <p className="detail-hint">{`${view.forgotten} older ${view.forgotten === 1 ? 'branch is' : 'branches are'} kept no more.`}</p>
      )}
      {view.branches.length > 1 && <CompareBranches view={view} />}
      <p className="detail-hint">
        {view.branches.length === 1
          ? 'Go back to an earlier moment and act there: what came after is kept here as a branch.'
          : 'Branches are of this run: the project file has the end of the one that is shown, and Save Recording its steps.'}
      </p>
    </>
  )
}

function Branch({ branch, view }: { branch: BranchView; view: BranchesView }) {
  const [name, setName] = useState<string | null>(null)
  const { id } = branch
  const isShown = id === view.shown
  const isLive = branch.end === null
  const rename = (): void => {
    const wanted = name?.trim() ?? ''
    setName(null)
    if (wanted !== '' && wanted !== branch.name) void send({ kind: 'renameBranch', branch: id, name: wanted })
  }
  return (
    <li className={isShown ? 'branch branch-shown' : 'branch'} aria-current={isShown}>
      <div className="branch-text">
        {name === null ? (
          <strong>{branch.name}</strong>
        ) : (
          <TextField
            label={`Name of ${branch.name}`}
            hideLabel
            value={name}
            onChange={setName}
            onEnter={rename}
            onBlur={rename}
          />
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
          type="button"
          className="icon-button"
          aria-label={`Rename ${branch.name}`}
          onClick={() => setName(name === null ? branch.name : null)}
        >
          <Pencil size={14} aria-hidden="true" />
        </button>
      </Tip>
      <Tip
        text={isShown ? 'It is shown: return to another branch to delete it' : 'For good: it cannot be brought back'}
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
