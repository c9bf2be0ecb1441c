/** The window: the page that it opens with over an empty frame, then the editor in that frame, which is loaded meanwhile. */
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import { StartPage } from './editor/guide/start'
import { firstPaint } from './frame/first-paint'
import { Ground } from './ground'
import { useStore } from './store/store'
import { ErrorBoundary } from './widgets/error-boundary'

interface PageProps {
  /** the editor, where it is there before anything is drawn; null: it is loaded when the window has been seen */
  editor: ComponentType | null
}

/** All of the page, or why it cannot be drawn: either comes in the place of what is written into it. */
export function Page({ editor }: PageProps) {
  // before it is painted
  useLayoutEffect(() => document.getElementById('opening')?.remove(), [])
  return (
    <ErrorBoundary name="The window">
      <App editor={editor} />
    </ErrorBoundary>
  )
}

function App({ editor }: PageProps) {
  const Shell = useShell(editor)
  useTheme()
  return (
    <>
      {Shell === null ? <Ground /> : <Shell />}
      <StartPage />
    </>
  )
}

/** @returns null until the window has been seen, which does not wait for it */
function useShell(first: ComponentType | null): ComponentType | null {
  const [shell, setShell] = useState(() => first)
  useEffect(() => {
    if (first === null)
      void firstPaint()
        .then(loadEditor)
        .then((Shell) => setShell(() => Shell))
  }, [first])
  return shell
}

export async function loadEditor(): Promise<ComponentType> {
  return (await import('./shell')).Shell
}

/** The project's theme; `system` leaves the choice to prefers-color-scheme. */
function useTheme(): void {
  const theme = useStore((store) => store.view.project.theme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
}
