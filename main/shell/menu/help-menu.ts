/** What helps: the page with the questions, lessons, examples. */
import type { MenuItemConstructorOptions as Item } from 'electron'
import { EXAMPLES, LESSONS, type MenuItem, type ShellCommand } from '../../../preload/contract'

interface HelpActions {
  shell: (command: ShellCommand) => void
  renderer: (item: MenuItem) => void
}

const SEPARATOR: Item = { type: 'separator' }

/** A single & would be taken for a mnemonic. */
const literal = (text: string): string => text.replaceAll('&', '&&')

/** @param mac About stands in the menu of the app there */
export function helpMenu(actions: HelpActions, mac: boolean): Item[] {
  return [
    { id: 'start', label: '&Start', click: () => actions.shell({ kind: 'showStart', open: true }) },
    {
      id: 'lessons',
      label: '&Lessons',
      submenu: LESSONS.map(({ id, question }) => ({
        id: `lesson-${id}`,
        label: literal(question),
        click: () => actions.shell({ kind: 'openLesson', lesson: id }),
      })),
    },
    SEPARATOR,
    { id: 'documentation', label: '&Documentation', click: () => actions.renderer('documentation') },
    { id: 'glossary', label: '&Glossary of Terms and Rules', click: () => actions.renderer('glossary') },
    { id: 'policyGuide', label: 'A &Policy of Your Own', click: () => actions.renderer('policyGuide') },
    { id: 'shortcuts', label: '&Keyboard Shortcuts', click: () => actions.renderer('shortcuts') },
    { id: 'reportIssue', label: '&Report an Issue', click: () => actions.renderer('reportIssue') },
    ...(mac ? [] : [SEPARATOR, aboutItem(actions)]),
  ]
}

/** The scenarios that ship with the app, by topic. */
export function examplesMenu({ shell }: Pick<HelpActions, 'shell'>): Item[] {
  return EXAMPLES.map(({ topic, examples }) => ({
    label: literal(topic),
    submenu: examples.map(({ file, line }) => ({
      id: `example-${file}`,
      label: literal(line),
      click: () => shell({ kind: 'openExample', file }),
    })),
  }))
}

/** Which version this is, and whose. */
export function aboutItem({ renderer }: Pick<HelpActions, 'renderer'>): Item {
  return { id: 'about', label: 'About Trimline', click: () => renderer('about') }
}
