/**
 * @file The junctions that a user has chosen for one change of all of them: on the list, on the map, of a corridor.
 * The choice stays while its user looks at other pages, and over a reload of the tab.
 */
import { MOST_JUNCTIONS } from '@greenwave/contract/records/recordKeys'
import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

const STORED_AS = 'greenwave.chosen'
const NONE: readonly string[] = []

let chosen: readonly string[] | undefined
const listeners = new Set<() => void>()

/** Returns the ids of the chosen junctions, in the order of the choice; the same array until it changes. */
function chosenJunctions(): readonly string[] {
  chosen ??= readStored()
  return chosen
}

/** Replaces the choice by these junctions. Those beyond the limit of a rollout are left out. */
export function chooseJunctions(ids: readonly string[]): void {
  chosen = [...new Set(ids)].slice(0, MOST_JUNCTIONS)
  if (chosen.length === 0) sessionStorage.removeItem(STORED_AS)
  else sessionStorage.setItem(STORED_AS, chosen.join())
  for (const listener of [...listeners]) listener()
}

/** Adds junctions to the choice, or takes them out of it. */
export function toggleJunctions(ids: readonly string[], isChosen: boolean): void {
  const others = chosenJunctions().filter((id) => !ids.includes(id))
  chooseJunctions(isChosen ? [...chosenJunctions(), ...ids] : others)
}

/** Returns the ids of the chosen junctions. The component renders when the choice changes. */
export function useChosenJunctions(): readonly string[] {
  return useSyncExternalStore(subscribe, chosenJunctions)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): readonly string[] {
  return sessionStorage.getItem(STORED_AS)?.split(',').slice(0, MOST_JUNCTIONS) ?? NONE
}

// The next user has chosen no junction yet.
session.subscribe(() => {
  if (session.getState().state === 'signedOut') chooseJunctions(NONE)
})
