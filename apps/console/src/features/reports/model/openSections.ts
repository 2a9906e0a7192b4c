/** @file Sections of the reports page that a user opened or closed, kept on this computer. */
import * as z from 'zod/mini'

/** The sections below the verdict. */
export const SECTIONS = [
  'figures',
  'byDay',
  'kindsOfDay',
  'deviations',
  'modes',
  'kinds',
  'waves',
  'brokenWaves',
  'junctions',
  'cycles',
] as const
export type Section = (typeof SECTIONS)[number]

/** Sections that are open until they are closed: nothing above shows what they show. */
const OPEN_AT_FIRST: readonly Section[] = ['cycles']

const SectionStates = z.record(z.string(), z.boolean())
/** Whether each section was opened (true) or closed (false) by the user. */
export type SectionStates = Readonly<Partial<Record<Section, boolean>>>

const keyOf = (userId: string) => `greenwave.reports.${userId}`

/** Returns the choices of a user; none when storage is blocked or holds something else. */
export function readSections(userId: string): SectionStates {
  try {
    const kept = z.safeParse(SectionStates, JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return kept.success ? kept.data : {}
  } catch {
    return {}
  }
}

/** Stores the choices of a user. When storage is blocked, they last only until the page is left. */
export function writeSections(userId: string, states: SectionStates): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(states))
  } catch {
    // The next visit then shows the verdict alone.
  }
}

/** Returns whether a section is open. */
export function isSectionOpen(states: SectionStates, section: Section): boolean {
  return states[section] ?? OPEN_AT_FIRST.includes(section)
}
