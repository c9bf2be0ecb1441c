import { useMemo } from 'react'
import type { PipelineView, VariantView } from '../../../../preload/contract'
import { formatCount } from '../../../widgets/format'
import { Modal } from '../../../widgets/modal'
import { diffSources, type SourceLine, type SourceRow } from './diff'
import { constantsText, driversOwnText, variantConstants } from './model'
import './sources.css'
import { said } from '../../../glossary/codes'

interface SourcesProps {
  pipeline: PipelineView
  variant: VariantView
  onClose(): void
}

/** General shader and variant side by side, with the lines and words that differ marked (BP-26). */
export function SourcesDialog({ pipeline, variant, onClose }: SourcesProps) {
  const diff = useMemo(() => diffSources(pipeline.source, variant.source), [pipeline.source, variant.source])
  const { removed, added, rows } = diff
  const { folded, matched } = variantConstants(variant)
  const own = useMemo(() => driversOwnText(pipeline.source, variant.source), [pipeline.source, variant.source])
  return (
    <Modal
      title={`${pipeline.name}: general shader and variant ${variant.id}`}
      className="modal-sources"
      onClose={onClose}
    >
      <div className="sources">
        <p className="sources-legend">
          <span title="Their values stand in the variant’s source, or decided it: they are no uniforms any more">
            Folded: {constantsText(folded)}
          </span>
          <span
            {...said(
              'A draw must bind these values too: they decided branches and loops, and the GPU still computes with them, so that every bit stays the same (BP-25, BP-26)',
            )}
          >
            Matched, still uniforms: {constantsText(matched)}
          </span>
          <span>
            {removed === 0 && added === 0
              ? 'The two sources are the same.'
              : `− ${formatCount(removed)} ${lines(removed)} only in the general shader, + ${formatCount(added)} ${lines(added)} only in the variant`}
          </span>
        </p>
        {own !== null && <p className="sources-legend">{own}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <section className="sources-scroll" tabIndex={0} aria-label="Sources">
          <table className="sources-table" aria-label={`Sources of ${pipeline.name} side by side`}>
            <colgroup>
              <col className="sources-number" />
              <col className="sources-mark" />
              <col />
              <col className="sources-number" />
              <col className="sources-mark" />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th scope="colgroup" colSpan={3}>
                  General shader
                </th>
                <th scope="colgroup" colSpan={3}>
                  Variant {variant.id}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.left?.number ?? ''} ${row.right?.number ?? ''}`} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Modal>
  )
}

const lines = (count: number): string => (count === 1 ? 'line' : 'lines')

function Row({ row: { left, right, same } }: { row: SourceRow }) {
  return (
    <tr>
      <Line line={left} kind={same ? null : 'removed'} />
      <Line line={right} kind={same ? null : 'added'} />
    </tr>
  )
}

function Line({ line, kind }: { line: SourceLine | null; kind: 'removed' | 'added' | null }) {
  if (line === null) return <td className="sources-gap" colSpan={3} />
  const marked = kind === null ? '' : `sources-${kind}`
  let at = 0
  return (
    <>
      <td className={`sources-number ${marked}`}>{line.number}</td>
      <td className={`sources-mark ${marked}`}>{kind === null ? '' : kind === 'removed' ? '−' : '+'}</td>
      <td className={`sources-code ${marked}`}>
        {line.parts.map(({ text, differs }) => {
          const key = at
          at += text.length + 1
          return differs ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
        })}
      </td>
    </>
  )
}
