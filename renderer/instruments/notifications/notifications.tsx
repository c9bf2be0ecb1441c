import { useMemo, useState } from 'react'
import { ETW, ETW_MEANING, etwText, type NotificationView } from '../../../preload/contract'
import { useNearest } from '../../store/cursor/nearest'
import { send, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { formatBytes, formatCount, formatExactBytes } from '../../widgets/format'
import { Segmented } from '../../widgets/segmented'
import { VirtualList } from '../../widgets/virtual-list'
import { TimeLink } from '../lanes/time-link'
import { CallbackForms } from './forms'
import { deliveryText, type Filter, FLAGS, filtered, flagsOf, resultText } from './model'
import './notifications.css'
import { said } from '../../glossary/codes'

/** Every trim notification with what its callbacks did, and the API to explore by hand (TN-05 to TN-16, TN-21). */
export function NotificationsTab() {
  return (
    <section className="tab-body notifications" aria-label="Notifications">
      <CallbackForms />
      <NotificationLog />
    </section>
  )
}

const FILTERS = [{ value: 'all', text: 'All' }, ...FLAGS.map(({ name }) => ({ value: name, text: name }))] satisfies {
  value: Filter
  text: string
}[]

function NotificationLog() {
  const notifications = useStore((store) => store.view.notifications)
  const running = useStore((store) => store.view.clock.running)
  const [filter, setFilter] = useState<Filter>('all')
  const nearest = useNearest(notifications.items, ({ t }) => t)
  const shown = useMemo(() => filtered(notifications.items, filter), [notifications, filter])
  return (
    <>
      <div className="log-bar">
        <Segmented label="Filter" value={filter} options={FILTERS} onChange={setFilter} />
        <span className="muted log-count" aria-live="off">
          {formatCount(shown.length)} of {formatCount(notifications.items.length)}
          {notifications.forgotten > 0 && `, ${formatCount(notifications.forgotten)} older not kept`}
        </span>
      </div>
      {shown.length > 0 && (
        <VirtualList
          label="Notification log"
          items={shown}
          keyOf={({ id }) => id}
          nearest={nearest === null ? -1 : shown.indexOf(nearest)}
          estimate={({ results }) => 37 + 20 * Math.max(1, results.length)}
        >
          {(notification) => <Entry notification={notification} />}
        </VirtualList>
      )}
      {shown.length === 0 && notifications.items.length > 0 && (
        <Empty title={`No notification has ${filter}`} actions={[{ label: 'Show all', run: () => setFilter('all') }]}>
          Choose All to see the others.
        </Empty>
      )}
      {notifications.items.length === 0 && (
        <Empty
          title="No notification yet"
          actions={[{ label: 'Send a periodic trim', run: () => void send({ kind: 'periodicTrim' }) }]}
        >
          {running ? 'Leave' : 'Press Run and leave'} the computer alone until the OS is idle, or open System and press
          Periodic trim now, or lower the Budget below what is resident.
        </Empty>
      )}
    </>
  )
}

function Entry({ notification }: { notification: NotificationView }) {
  const { t, flags, bytesToTrim, source, results } = notification
  const delivery = deliveryText(notification)
  return (
    <article className="entry">
      <div className="entry-head">
        <TimeLink t={t} />
        {flagsOf(flags).map(({ name, key }) => (
          <span key={name} className={`flag flag-${key}`}>
            {name}
          </span>
        ))}
        {bytesToTrim > 0 && (
          <span className="entry-bytes" {...said(`NumBytesToTrim: ${formatExactBytes(bytesToTrim)} (TN-04)`)}>
            {formatBytes(bytesToTrim)} to trim
          </span>
        )}
        <span className="entry-etw muted" title={ETW_MEANING}>
          ETW: {etwText(ETW.trim)}
        </span>
        <span className="entry-source muted">{source === 'hand' ? 'by hand' : 'system'}</span>
      </div>
      {delivery !== '' && <p className="entry-line muted">{delivery}</p>}
      {results.map((result) => (
        <p key={result.cookie} className="entry-line">
          <span className="muted">cookie {result.cookie}</span> {result.owner}: {resultText(result)}
          {result.error !== undefined && <span className="entry-error">{result.error}</span>}
        </p>
      ))}
    </article>
  )
}
