import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isShown } from '../../kept-focus'
import { isChord } from '../../keyboard'
import { useStore } from '../../store/store'
import { formatCount } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { type Hit, type Hits, hitsOf } from './hits'
import { showHit } from './show'

/** Finds by name in resources and records, and jumps from one to the next (Ctrl+F). */
export function Find() {
  const field = useRef<HTMLInputElement>(null)
  /** what had the focus before the field; null: nothing */
  const before = useRef<Element | null>(null)
  const [name, setName] = useState('')
  const [found, setFound] = useState<(Hits & { at: number }) | null>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  /** What there is now: records come all the time. */
  const go = (by: 1 | -1): void => {
    const { hits, isCut } = hitsOf(useStore.getState().view, name)
    const last = found?.hits[found.at]
    const was = last === undefined ? -1 : hits.findIndex(({ kind, id }) => kind === last.kind && id === last.id)
    const at =
      hits.length === 0 ? -1 : was < 0 ? (by === 1 ? 0 : hits.length - 1) : (was + by + hits.length) % hits.length
    setFound({ hits, isCut, at })
    const hit = hits[at]
    if (hit !== undefined) showHit(hit)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ctrl+Enter is the menu's
    if (isChord(event)) return
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') {
      setName('')
      setFound(null)
      // back to where it was left for this, from where whoever comes by keys goes on
      if (before.current instanceof HTMLElement && isShown(before.current)) before.current.focus()
      else field.current?.blur()
    } else return
    event.preventDefault()
  }
  const hit = found?.hits[found.at]
  return (
    <search className="cursor-find">
      <Tip
        text="Finds resources, packets, delays, notifications, findings and paging by name, or by that of their ETW event (Ctrl+F); Enter goes on, Shift+Enter back"
        side="top"
      >
        <input
          ref={field}
          type="search"
          className="input"
          aria-label="Find by name"
          placeholder="Find by name"
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setFound(null)
          }}
          onFocus={({ relatedTarget }) => {
            before.current = relatedTarget
          }}
          onKeyDown={onKeyDown}
        />
      </Tip>
      <output className="cursor-found" aria-label="Found" title={titleOf(found, hit)}>
        {found === null
          ? ''
          : found.hits.length === 0
            ? 'nothing'
            : `${formatCount(found.at + 1)} of ${formatCount(found.hits.length)}${found.isCut ? '+' : ''}`}
      </output>
      <span className="visually-hidden" aria-live="polite">
        {hit?.text ?? ''}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="Find previous"
        title="Previous (Shift+Enter)"
        onClick={() => go(-1)}
      >
        <ChevronUp aria-hidden="true" size={15} />
      </button>
      <button type="button" className="icon-button" aria-label="Find next" title="Next (Enter)" onClick={() => go(1)}>
        <ChevronDown aria-hidden="true" size={15} />
      </button>
    </search>
  )
}

/** What is found, and where there is more of it than is gone through. */
function titleOf(found: Hits | null, hit: Hit | undefined): string | undefined {
  if (hit === undefined || found?.isCut !== true) return hit?.text
  return `${hit.text}\nThere are more of a kind than the 200 that are gone through: of records the newest are. Say more of the name.`
}
