/** The folder for what the app remembers: the one that was asked for, or one for this run only. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { AtomicFile } from '../files/atomic-file'
import { FileError, KIND_NAMES, systemReason } from '../files/file-error'
import { nodeFileSystem } from '../files/file-system'
import { idOf, lifeOf, type Owner, ownerOf, self } from '../files/owner'

export type DataFolder =
  /** @property forgetful why nothing is remembered after this run; null: it is */
  { ok: true; folder: string; forgetful: string | null } | { ok: false; message: string }

/** A folder for one run only, by its name: whose it was. */
const OF_ONE_RUN = /^trimline-data-(.+)-[A-Za-z0-9]{6}$/

/** Says of such a folder that a person has given it since, to have back what is in it: it is theirs from then on. */
const GIVEN = 'given'

/** @param unattended nobody is there to be told that nothing is remembered */
export function chooseDataFolder(wanted: string, unattended: boolean): DataFolder {
  const why = troubleOf(wanted)
  if (why === null) {
    if (OF_ONE_RUN.test(basename(wanted))) keepGiven(wanted)
    return { ok: true, folder: wanted, forgetful: null }
  }
  const found = `The data folder ${wanted} cannot be used: ${why}.`
  const advice = 'Give a folder that can be written to with --user-data-dir=DIR.'
  if (unattended) return { ok: false, message: `${found} ${advice}` }
  try {
    const kept = removeOfEnded(tmpdir())
    const folder = mkdtempSync(join(tmpdir(), `trimline-data-${idOf(self())}-`))
    const forgetful = `${found} Nothing is remembered after this run. ${advice}`
    return { ok: true, folder, forgetful: kept === null ? forgetful : `${forgetful} ${inFolder(kept)}` }
  } catch (error) {
    return { ok: false, message: `${found} Nor can one for this run be made: ${systemReason(error)}. ${advice}` }
  }
}

/** The run that it was for has ended: another one without a folder would remove it, also while it is in use again. */
function keepGiven(folder: string): void {
  try {
    writeFileSync(join(folder, GIVEN), '')
  } catch {
    // what is in it is told of all the same, and stays while it has unsaved changes
  }
}

/** Makes the folder and tries it. @returns what is wrong with it, null: nothing */
function troubleOf(folder: string): string | null {
  try {
    const there = nodeFileSystem.stat(folder)
    if (there === undefined) nodeFileSystem.makeFolder(folder)
    else if (there.kind !== 'folder') return `found ${KIND_NAMES[there.kind]}; expected a folder`
    new AtomicFile(join(folder, 'probe')).discard()
    return null
  } catch (error) {
    // the folder is named already
    return error instanceof FileError ? error.reason.replace(`${folder}: `, '') : systemReason(error)
  }
}

/** No start but one with that folder would offer them. Short, as what does not fit is left out at the end. */
function inFolder(kept: string): string {
  return `Give ${kept} to have back unsaved changes of a run that ended unexpectedly.`
}

/**
 * Chromium writes to its folder until its very end, later than anything here could remove it.
 * @returns the newest of those that stay, as they have unsaved changes of this person's; null: there is none
 */
function removeOfEnded(temporary: string): string | null {
  const kept: string[] = []
  for (const name of readdirSync(temporary)) {
    const owner = ownerOf(OF_ONE_RUN.exec(name)?.[1] ?? '')
    if (owner === null || !hasEnded(owner, join(temporary, name))) continue
    if (keepsChanges(join(temporary, name))) {
      if (isOwn(join(temporary, name))) kept.push(join(temporary, name))
      continue
    }
    if (existsSync(join(temporary, name, GIVEN))) continue
    try {
      rmSync(join(temporary, name), { recursive: true, force: true })
    } catch {
      // somebody else's: it is in nobody's way
    }
  }
  return kept.sort((a, b) => modifiedOf(b) - modifiedOf(a))[0] ?? null
}

/** ms since 1970; 0: it is gone */
const modifiedOf = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0

function isOwn(folder: string): boolean {
  const uid = process.getuid?.()
  return uid === undefined || statSync(folder, { throwIfNoEntry: false })?.uid === uid
}

/** One of another container or machine may be in use there: it gives no sign of life, and stays. */
function hasEnded(owner: Owner, folder: string): boolean {
  const modified = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  return lifeOf(owner, Date.now() - modified) === 'ended'
}

/** Unsaved changes of a run that died are the person's. */
function keepsChanges(folder: string): boolean {
  const recovery = join(folder, 'recovery')
  try {
    return existsSync(recovery) && readdirSync(recovery).length > 0
  } catch {
    return true
  }
}
