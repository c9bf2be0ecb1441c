/** What is written into the page for before its scripts run. */
import { expect, test } from 'vitest'
import { LESSONS, RECENT_PROJECT } from '../../preload/contract'
import { opening } from '../../renderer/opening'

const LINK = '<link href="./shell.js">'
const { shown, links } = opening(LINK)

const part = (name: string): string => shown.split(`<!--${name}-->`)[1]?.split(`<!--/${name}-->`)[0] ?? ''

test('the frame of the editor comes first, the questions between the comments that stand for them', () => {
  expect(shown).toMatch(/^<div class="app" aria-busy="true">.*<!--start--><dialog open .*<\/dialog><!--\/start-->$/s)
  expect(LESSONS.length).toBe(6)
  for (const { question } of LESSONS) expect(part('start')).toContain(`>${question}</button>`)
})

test('the list of recent projects stands between comments too, with one entry for main to repeat', () => {
  expect(part('recent')).toMatch(/^<ul class="start-recent"[^>]*><li>.*<\/li><\/ul>$/s)
  expect(part('recent').split('<li>')).toHaveLength(2)
  expect(part('recent').split(RECENT_PROJECT)).toHaveLength(3)
})

test('nothing in it needs a style or script of its own, which the content security policy forbids', () => {
  expect(shown).not.toMatch(/<script|<style|<input|\sstyle=|\son[a-z]+=/)
})

test('links to the editor stand between comments too, for pages that open with it', () => {
  expect(links).toBe(`<!--editor-->${LINK}<!--/editor-->`)
})
