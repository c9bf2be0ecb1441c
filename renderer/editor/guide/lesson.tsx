/** The lesson that is open: a strip above the workspace, so that it covers nothing that it points at. */
import { CircleCheck, GraduationCap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LessonView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { usePointer } from './pointer'
import { useProgress } from './progress'
import './lesson.css'

export function LessonPanel() {
  const lesson = useStore((store) => store.view.project.lesson)
  return lesson === undefined ? null : <OpenLesson key={lesson.run} opened={lesson} />
}

const leave = (): void => void send({ kind: 'leaveLesson' })

function OpenLesson({ opened }: { opened: LessonView }) {
  // frames bring it again and again, and it is always the same
  const [lesson] = useState(opened)
  const { index, step, changed, isAlready, goTo } = useProgress(lesson)
  const heading = useRef<HTMLHeadingElement>(null)
  usePointer(changed === null ? step.at : null)
  useEffect(() => heading.current?.focus(), [])
  const { length } = lesson.steps
  const isLast = index === length - 1
  return (
    <section className="lesson" aria-label="Lesson" data-pane>
      <header className="lesson-head">
        <h2 ref={heading} tabIndex={-1}>
          <GraduationCap size={16} aria-hidden="true" />
          {lesson.question}
        </h2>
        <p className="muted">
          Step {index + 1} of {length}
        </p>
        <progress aria-label="Steps of the lesson done" max={length} value={index + (changed === null ? 0 : 1)} />
      </header>
      <div className="lesson-step" role="status">
        <p className="lesson-do">{step.do}</p>
        <p className="muted">{step.why}</p>
        {changed !== null && (
          <p className="lesson-changed">
            <CircleCheck size={15} aria-hidden="true" />
            <span>
              <strong>{isAlready ? 'It is so already, without this step:' : 'Done.'}</strong> {changed}
            </span>
          </p>
        )}
      </div>
      <div className="lesson-buttons">
        <button
          type="button"
          className="button"
          aria-disabled={index === 0}
          onClick={() => index > 0 && goTo(index - 1)}
        >
          Back
        </button>
        {isLast ? (
          <button type="button" className={changed === null ? 'button' : 'button button-primary'} onClick={leave}>
            Finish
          </button>
        ) : (
          <button
            type="button"
            className={changed === null ? 'button' : 'button button-primary'}
            onClick={() => goTo(index + 1)}
          >
            {changed === null ? 'Skip' : 'Next'}
          </button>
        )}
        <button type="button" className="button" title="Your own project comes back as it was" onClick={leave}>
          Leave
        </button>
      </div>
    </section>
  )
}
