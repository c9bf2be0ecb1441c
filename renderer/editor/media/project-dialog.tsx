import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import {
  type AppSettings,
  type CommandResult,
  APP_SETTING_LABELS as LABELS,
  PIXEL_FORMATS,
  type PoolSpec,
} from '../../../preload/contract'
import { HEAP_OPTIONS } from '../../glossary/heaps'
import { Words } from '../../glossary/rule-link'
import { useSame } from '../../store/same'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { focusNewestRow } from '../../widgets/form/newest-row'
import { useTriedForm } from '../../widgets/form/tried-form'
import { Modal } from '../../widgets/modal'
import { SelectField } from '../../widgets/select-field'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { restartText } from '../system/restart-text'
import {
  MOST_POOLS,
  newPool,
  type PoolErrors,
  type PoolText,
  type ProjectText,
  placeIn,
  placesIn,
  projectText,
  readProject,
} from './project-form'
import './project-dialog.css'

/** What a project has beside its resolution: the pixels between effects, and the allocator's blocks and pools (DF-01). */
export function ProjectDialog() {
  const open = useStore((store) => store.projectOpen)
  const documents = useStore((store) => store.documents)
  // what was typed was meant for the document that was open then
  useEffect(() => {
    if (documents > 0) setInterface({ projectOpen: false })
  }, [documents])
  return open ? <OpenDialog onClose={() => setInterface({ projectOpen: false })} /> : null
}

const FORMATS = PIXEL_FORMATS.map((value) => ({ value, text: value }))

const DEFAULT_POOL = { value: '', text: 'the default pool' }

function OpenDialog({ onClose }: { onClose(): void }) {
  // a frame that says the same again leaves the rows, which are known by keys of their own
  const app = useSame((store) => store.view.project.app, isSameApp)
  const scenario = useStore((store) => store.view.playback !== null)
  const shown = useMemo(() => projectText(app), [app])
  /** what was typed, pools and the one of them that is placed in together; another project that comes meanwhile shows what it has of all else */
  const [typed, setTyped] = useState<Partial<ProjectText>>({})
  const text = { ...shown, ...typed }
  const change = (next: Partial<ProjectText>): void => setTyped({ ...typed, ...next })
  const read = readProject(text, shown)
  const apply = read.ok ? () => applied(read.settings) : null
  const { form, tried, failure, onSubmit } = useTriedForm(apply, onClose)
  const errors = tried && !read.ok ? read.errors : { pools: {} }
  return (
    <Modal title="Project settings" onClose={onClose} className="project-settings">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div className="modal-body" data-first-focus>
          <p className="field-hint">{restartText(scenario)}</p>
          <SelectField
            label={LABELS.format}
            value={text.format}
            options={FORMATS}
            hint="Of the pixels between effects: built-in effects are as large as it makes them. What has sizes of its own keeps them."
            onChange={(format) => change({ format })}
          />
          <TextField
            label={LABELS.blockSize}
            value={text.blockSize}
            hint="Of the heaps of the default pools, in whole 64 KiB; the first ones are smaller (DF-01)."
            error={errors.blockSize}
            onChange={(blockSize) => change({ blockSize })}
          />
          <Pools pools={text.pools} errors={errors.pools} onChange={(pools) => change({ pools, pool: text.pool })} />
          <SelectField
            label={LABELS.pool}
            value={String(placeIn(text)?.key ?? DEFAULT_POOL.value)}
            options={[DEFAULT_POOL, ...placesIn(text).map(({ key, name }) => ({ value: String(key), text: name }))]}
            hint="Media, and effects where Allocation is Placed. A pool of DEFAULT heaps can be chosen."
            onChange={(key) => change({ pools: text.pools, pool: key === DEFAULT_POOL.value ? null : Number(key) })}
          />
        </div>
        <div className="project-failure">
          <Failure message={failure} />
        </div>
        <DialogFoot action="Restart with these" onCancel={onClose} />
      </form>
    </Modal>
  )
}

function isSameApp(before: AppSettings, now: AppSettings): boolean {
  return before === now || JSON.stringify(before) === JSON.stringify(now)
}

/** Nothing was changed: nothing restarts. */
async function applied(settings: Partial<AppSettings>): Promise<CommandResult> {
  return Object.keys(settings).length === 0 ? { ok: true } : send({ kind: 'setApp', ...settings }, 'inline')
}

const ALGORITHMS: readonly { value: PoolSpec['algorithm']; text: string }[] = [
  { value: 'tlsf', text: 'TLSF' },
  { value: 'linear', text: 'linear' },
]

interface PoolsProps {
  pools: readonly PoolText[]
  errors: Readonly<Record<number, PoolErrors>>
  onChange(pools: readonly PoolText[]): void
}

/** In order of creation. */
function Pools({ pools, errors, onChange }: PoolsProps) {
  return (
    <fieldset className="project-pools">
      <legend>Custom pools</legend>
      <p className="field-hint">
        <Words>
          {pools.length === 0
            ? 'There are none: what is placed lies in the default pool of its heap type.'
            : 'Block sizes are whole 64 KiB, the nearest; without one, blocks grow up to that of the default pools. Least blocks stay though they are empty; Most blocks may be left empty, for no limit. A pool that is always committed has no blocks: each resource is committed. Neither it nor a linear one is defragmented (DF-07).'}
        </Words>
      </p>
      {pools.map((pool, index) => (
        <Pool
          key={pool.key}
          pool={pool}
          number={index + 1}
          errors={errors[pool.key] ?? {}}
          onChange={(change) => onChange(pools.map((other) => (other === pool ? { ...pool, ...change } : other)))}
          onRemove={() => onChange(pools.filter((other) => other !== pool))}
        />
      ))}
      <button
        type="button"
        className="button"
        disabled={pools.length >= MOST_POOLS}
        onClick={({ currentTarget }) => {
          onChange([...pools, newPool(pools.map(({ name }) => name))])
          focusNewestRow(currentTarget, '.project-pool')
        }}
      >
        <Plus size={14} aria-hidden="true" />
        Add pool
      </button>
    </fieldset>
  )
}

interface PoolProps {
  pool: PoolText
  /** from 1 */
  number: number
  errors: PoolErrors
  onChange(change: Partial<PoolText>): void
  onRemove(): void
}

function Pool({ pool, number, errors, onChange, onRemove }: PoolProps) {
  return (
    <fieldset className="project-pool">
      <legend className="visually-hidden">Pool {number}</legend>
      <TextField label="Name" value={pool.name} error={errors.name} onChange={(name) => onChange({ name })} />
      <SelectField
        label={LABELS.heap}
        value={pool.heap}
        options={HEAP_OPTIONS}
        onChange={(heap) => onChange({ heap })}
      />
      <SelectField
        label={LABELS.algorithm}
        value={pool.algorithm}
        options={ALGORITHMS}
        onChange={(algorithm) => onChange({ algorithm })}
      />
      <TextField
        label={LABELS.blockSize}
        value={pool.blockSize}
        placeholder="grows"
        error={errors.blockSize}
        onChange={(blockSize) => onChange({ blockSize })}
      />
      <TextField
        label={LABELS.minBlocks}
        value={pool.minBlocks}
        error={errors.minBlocks}
        onChange={(minBlocks) => onChange({ minBlocks })}
      />
      <TextField
        label={LABELS.maxBlocks}
        value={pool.maxBlocks}
        placeholder="no limit"
        error={errors.maxBlocks}
        onChange={(maxBlocks) => onChange({ maxBlocks })}
      />
      <Switch
        label={LABELS.alwaysCommitted}
        checked={pool.alwaysCommitted}
        onChange={(alwaysCommitted) => onChange({ alwaysCommitted })}
      />
      <button type="button" className="button" aria-label={`Remove pool ${number}`} onClick={onRemove}>
        <Trash2 size={14} aria-hidden="true" />
        Remove
      </button>
    </fieldset>
  )
}
