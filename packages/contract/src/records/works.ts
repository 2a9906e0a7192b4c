/**
 * @file A work: a job on a junction. It is an asset of this type that belongs to the customer of the junction, with its
 * content among the notes of the asset under `gw`, so that two people who change it get a conflict of versions. The content
 * names the device; `additionalInfo` is copied with the ids of the other platform.
 */
import * as z from 'zod/mini'
import type { Asset } from '../wire/assets.ts'
import { imageOfLink } from '../wire/imageLinks.ts'
import { infoOf } from '../wire/tolerant.ts'
import type { Mute } from './watch.ts'

/** Type of the assets that are works. */
export const WORK_TYPE = 'work'

/** States of a work, in their order. A work may skip some. */
export const WORK_STATES = ['reported', 'planned', 'onTheWay', 'onSite', 'done'] as const
export type WorkState = (typeof WORK_STATES)[number]

export const WORK_KINDS = ['repair', 'inspection', 'change'] as const

/** Longest texts, characters, and most photos. */
export const MOST_WORK_TEXT = 2000
export const MOST_WORK_NAME = 100
export const MOST_WORK_PHOTOS = 12

/** Most ids of edits that a work holds, the newest. */
const MOST_EDITS = 50

/** Longest mute of a work without a planned return, milliseconds: one shift. */
const MUTE_MS = 8 * 3_600_000
/** Longest reason of a mute, characters. */
const MOST_WHY = 200
/** Longest mute of a work, milliseconds. */
const LONGEST_MUTE_MS = 31 * 86_400_000

const text = z.catch(z.string(), '')
const timeOrNothing = z.catch(z.nullable(z.number()), null)

/** The lamps that were lit, by phase: colours; null: no live data. */
const WorkLamps = z.catch(z.nullable(z.array(z.array(z.enum(['red', 'yellow', 'green'])))), null)
export type WorkLamps = z.infer<typeof WorkLamps>

const WorkStep = z.looseObject({
  state: z.enum(WORK_STATES),
  /** Epoch milliseconds. */
  at: z.number(),
  /** E-mail address of the user who noted it. */
  by: text,
  /** The lamps at arrival and at leaving. */
  lamps: z.optional(WorkLamps),
})

export const Work = z.looseObject({
  /** The id of its device, and the name of the junction then. */
  device: z.string(),
  junction: text,
  kind: z.catch(z.enum(WORK_KINDS), 'repair'),
  /** Name of the planned inspection that it does; null for none. */
  inspection: z.catch(z.nullable(z.string()), null),
  /** The person or firm that does it. */
  who: text,
  reason: text,
  /** Work done and parts used. */
  done: text,
  /** Links of photos that the platform keeps. */
  photos: z.catch(z.array(z.string()), []),
  /** When it is to be done, and when it is to be ended, epoch milliseconds. */
  planned: timeOrNothing,
  back: timeOrNothing,
  /** States with their times, the oldest first. */
  steps: z.array(WorkStep).check(z.minLength(1)),
  /** Ids of its newest edits. A device that got no answer finds by them that its edit is stored. */
  edits: z.catch(z.array(z.string()), []),
})
/** The content of a work. */
export type Work = z.infer<typeof Work>

/** Returns the work that an asset holds; undefined for one without a readable content. */
export function parseWork({ additionalInfo }: Pick<Asset, 'additionalInfo'>): Work | undefined {
  const read = z.safeParse(Work, infoOf(additionalInfo).gw)
  if (!read.success) return undefined
  const photos = read.data.photos.filter((photo) => imageOfLink(photo) !== undefined)
  return { ...read.data, photos }
}

/** Returns the notes of an asset with this work; other members of the notes that were read stay. */
export function writeWork(additionalInfo: unknown, work: Work): Record<string, unknown> {
  return { ...infoOf(additionalInfo), gw: work }
}

/** Returns a work with the id of its newest edit. */
export function withEdit(work: Work, edit: string): Work {
  return { ...work, edits: [...work.edits.filter((id) => id !== edit), edit].slice(-MOST_EDITS) }
}

/**
 * Joins two edits of one work. A field that both changed is that of `own`; reasons and what was done are joined, so that no
 * text of either is lost. Its state is the later one.
 */
export function joinWorks(base: Work, own: Work, other: Work): Work {
  const field = <K extends 'kind' | 'inspection' | 'who' | 'planned' | 'back'>(key: K) =>
    (own[key] === base[key] ? other : own)[key]
  const both = (key: 'reason' | 'done') => {
    if (own[key] === base[key] || other[key].includes(own[key])) return other[key]
    if (other[key] === base[key] || own[key].includes(other[key])) return own[key]
    return `${other[key]}\n${own[key]}`
  }
  const order = ({ state }: Work['steps'][number]) => WORK_STATES.indexOf(state)
  const photos = other.photos.filter((photo) => own.photos.includes(photo) || !base.photos.includes(photo))
  return {
    ...other,
    ...{ kind: field('kind'), inspection: field('inspection'), who: field('who') },
    ...{ planned: field('planned'), back: field('back') },
    ...{ reason: both('reason'), done: both('done') },
    photos: [...new Set([...photos, ...own.photos.filter((photo) => !base.photos.includes(photo))])],
    steps: [...other.steps, ...own.steps.slice(base.steps.length)].sort((a, b) => order(a) - order(b)),
    edits: [...new Set([...other.edits, ...own.edits])].slice(-MOST_EDITS),
  }
}

/** Returns the state of a work. */
export function stateOf({ steps }: Work): WorkState {
  return steps.at(-1)?.state ?? 'reported'
}

/** Returns the states to which a work may go from its own: later ones only. A work that is done stays done. */
export function nextStates(work: Work): readonly WorkState[] {
  return WORK_STATES.slice(WORK_STATES.indexOf(stateOf(work)) + 1)
}

/** Returns when a work came to a state for the first time, epoch milliseconds; null if it was never in it. */
export function stepAt({ steps }: Work, state: WorkState): number | null {
  return steps.find((step) => step.state === state)?.at ?? null
}

/**
 * Returns the mute of a junction while a work is on site: from then until the planned end, or for one shift. It names the
 * work by its asset, so that the end of the work ends this mute and no other.
 */
export function muteOfWork(assetId: string, work: Work, by: string): Mute {
  const { who, reason, back } = work
  const at = stepAt(work, 'onSite') ?? 0
  const end = back !== null && back > at ? back : at + MUTE_MS
  const why = [who, reason].filter(Boolean).join(': ')
  return { until: Math.min(end, at + LONGEST_MUTE_MS), by, why: why.slice(0, MOST_WHY), at, work: assetId }
}

/** Returns whether a mute was begun by a work. */
export function isMuteOfWork(mute: Mute | undefined, assetId: string): boolean {
  return mute?.work === assetId
}

/** Returns the times of a work in milliseconds: from its report until somebody was on site, and until it was done. */
export function durationsOf(work: Work): { readonly answerMs: number | null; readonly repairMs: number | null } {
  const from = work.steps[0]?.at ?? 0
  const since = (state: WorkState) => {
    const at = stepAt(work, state)
    return at === null ? null : Math.max(0, at - from)
  }
  return { answerMs: since('onSite'), repairMs: since('done') }
}
