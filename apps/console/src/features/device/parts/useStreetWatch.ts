import { ofPhase, perPhase } from '@greenwave/controller/limits'
import { useState } from 'react'
import type { SignalSamples } from '../../../data/device/street/signalSamples.ts'
import {
  foldStreet,
  NOTHING_WATCHED,
  type ProgramInEffect,
  type StreetWatch,
} from '../../../data/device/street/streetWatch.ts'

/** Compares the lamps with the program in effect, sample by sample. */
export function useStreetWatch(samples: SignalSamples, inEffect: ProgramInEffect | null): StreetWatch {
  const [watch, setWatch] = useState(NOTHING_WATCHED)
  if (samples.sampleAtMs === null) return watch
  const lamps = perPhase((phase) => ofPhase(samples.phases, phase).lamps)
  const next = foldStreet(watch, inEffect, lamps, samples.sampleAtMs)
  if (next !== watch) setWatch(next)
  return next
}
