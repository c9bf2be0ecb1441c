import type { Dialogs, OpenKind, SaveKind } from '../../../main/shell/documents/dialogs'
import type { CommandResult } from '../../../preload/contract'

/** A person whose answers are set beforehand; what they were asked is recorded. */
export class Person implements Dialogs {
  asked: string[] = []
  openAnswer: string | null = null
  saveAnswer: string | null = null
  changedAnswer: 'overwrite' | 'saveAs' | 'cancel' = 'cancel'
  unsavedAnswer: 'save' | 'discard' | 'cancel' = 'cancel'
  /** of a file that is being exported when the window is to be closed */
  givesUpExport = false
  /** of a recording that goes on after what was imported */
  wantsMore = false
  /** so many times all that there is to say of an import is wanted as a file, before anything else is answered */
  savesReports = 0

  async open(kind: OpenKind, folder: string | null): Promise<string | null> {
    this.asked.push(folder === null ? `open ${kind}` : `open ${kind} in ${folder}`)
    return this.openAnswer
  }

  async save(kind: SaveKind, suggested: string): Promise<string | null> {
    this.asked.push(`save ${kind} ${suggested}`)
    return this.saveAnswer
  }

  /** As the documents ask where to write what is not the project. */
  async where(kind: SaveKind, suggested: string): Promise<string | CommandResult> {
    return (await this.save(kind, suggested)) ?? { ok: false, message: 'Cancelled.', cancelled: true }
  }

  async unsaved(name: string): Promise<'save' | 'discard' | 'cancel'> {
    this.asked.push(`unsaved ${name}`)
    return this.unsavedAnswer
  }

  async exporting(name: string): Promise<boolean> {
    this.asked.push(`exporting ${name}`)
    return this.givesUpExport
  }

  async changed(name: string): Promise<'overwrite' | 'saveAs' | 'cancel'> {
    this.asked.push(`changed ${name}`)
    return this.changedAnswer
  }

  async error(message: string): Promise<void> {
    this.asked.push(`error ${message}`)
  }

  async imported(message: string, detail: string, more: boolean): Promise<'done' | 'save' | 'more'> {
    this.asked.push(`imported ${message} ${detail}${more ? ' and more' : ''}`)
    if (this.savesReports > 0) {
      this.savesReports--
      return 'save'
    }
    return more && this.wantsMore ? 'more' : 'done'
  }
}
