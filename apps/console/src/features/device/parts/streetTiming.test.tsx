import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { foldStreet, NOTHING_WATCHED, type ProgramInEffect } from '../../../data/device/street/streetWatch.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { StreetTiming } from './StreetTiming.tsx'

const SETTINGS = readSettings(SHARED)
const CYCLE = 80
const inEffect = (settings: ControllerSettings): ProgramInEffect => ({
  program: programOf(settings, 1),
  clearance: settings.clearance,
})

/**
 * Returns what is observed of a controller that runs `settings` for some seconds, while `said` is said to be in effect.
 */
function watched(settings: ControllerSettings, said: ProgramInEffect, seconds: number) {
  let watch = NOTHING_WATCHED
  let state: EngineState | null = null
  for (let second = 0; second < seconds; second++) {
    state = step(state, settings, second)
    watch = foldStreet(watch, said, state.lamps, second * 1000)
  }
  return watch
}

describe('the running program beside the street', () => {
  it('has the cursor where the countdowns stand, and what was observed of green and cycle in words', () => {
    const program = inEffect(SETTINGS)
    renderPart(<StreetTiming inEffect={program} watch={watched(SETTINGS, program, 3 * CYCLE + 6)} live />)
    expect(document.querySelector('[data-cursor]')).toHaveAttribute('data-cursor', '5')
    expect(screen.getByText('Observed: Phase 1 30 s · Phase 2 20 s · Phase 3 15 s · cycle 80 s')).toBeVisible()
    expect(screen.queryByText(/differs|do not follow/)).not.toBeInTheDocument()
  })

  it('has no cursor while the lamps are not live', () => {
    const program = inEffect(SETTINGS)
    renderPart(<StreetTiming inEffect={program} watch={watched(SETTINGS, program, CYCLE)} live={false} />)
    expect(document.querySelector('[data-cursor]')).toBeNull()
  })

  it('names a green and a cycle that last longer or shorter than programmed, with both lengths', () => {
    const longer = readSettings({ ...SHARED, Pr1_X3: 20 })
    const program = inEffect(SETTINGS)
    renderPart(<StreetTiming inEffect={program} watch={watched(longer, program, 4 * 85)} live />)
    const words = screen.getByText(/^The street differs from the program/).textContent
    expect(words).toContain('phase 3 is green for 20 s instead of 15 s')
    expect(words).toContain('phase 1 comes every 85 s instead of 80 s')
    expect(words).not.toContain('phase 1 is green')
  })

  it('says that the lamps are changing over, and only after a cycle that they do not follow', () => {
    const program = inEffect(SETTINGS)
    const swapped = readSettings({ ...SHARED, Start_Pr1_X1: 25, Start_Pr1_X2: 0 })
    const { rerender } = renderPart(
      <StreetTiming inEffect={program} watch={watched(swapped, program, CYCLE / 2)} live />,
    )
    expect(screen.getByText('The lamps are changing over to program 1.')).toBeVisible()
    rerender(<StreetTiming inEffect={program} watch={watched(swapped, program, 3 * CYCLE)} live />)
    expect(screen.getByText(/^The lamps do not follow program 1: /)).toBeVisible()
  })
})
