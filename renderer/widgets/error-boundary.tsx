import { Component, type ReactNode } from 'react'
import './empty.css'

interface Props {
  /** what is drawn inside, for the message */
  name: string
  children: ReactNode
}

/** Keeps an error in one part of the interface from taking the rest with it; React logs it with its stack. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className="empty" role="alert">
        <p className="empty-title">{this.props.name} could not be drawn</p>
        <p>{error.message}. The simulation goes on. Draw it again; if that fails too, reload the window.</p>
        <button type="button" className="button" onClick={() => this.setState({ error: null })}>
          Draw again
        </button>
      </div>
    )
  }
}
