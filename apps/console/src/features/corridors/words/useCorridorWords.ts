import type { BandLimit } from '@greenwave/coordination/bandLimits'
import type { Direction } from '@greenwave/coordination/corridor'
import type { MidnightCut } from '@greenwave/coordination/dayCycle'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import type { CycleProposal } from '@greenwave/coordination/proposal'
import { useJunctionNames } from '../../../shared/useJunctionNames.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import type { Obstacle } from '../model/corridorFacts.ts'

/** So many junctions are named; of more, the others are counted. */
const NAMED = 3

/** Returns the function that names the junctions that do not fit a cycle; it is called where some do not. */
export function useUnfitNames(junctions: readonly SetJunction[]): (proposed: CycleProposal) => string {
  const t = useTexts('corridors')
  const namesText = useJunctionNames(NAMED)
  return (proposed) => {
    const unfit = 'unfit' in proposed ? proposed.unfit : []
    if (unfit.length === junctions.length) return t('unfitAny')
    return namesText(unfit.flatMap((index) => junctions[index]?.name ?? []))
  }
}

/** Returns seconds with at most one decimal. */
export function secondsText(seconds: number): string {
  return String(Math.round(seconds * 10) / 10)
}

/** Returns a second of the day as 07:16. */
export function minuteText(secondOfDay: number): string {
  const minutes = Math.floor(secondOfDay / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Returns the functions that say in sentences what stands in the way of a wave, and what limits it. */
export function useCorridorWords(nameAt: (junction: number) => string) {
  const t = useTexts('corridors')
  const way = (direction: Direction) => t(`way.${direction}`)

  function obstacleText(obstacle: Obstacle): string {
    const name = nameAt(obstacle.junction)
    switch (obstacle.code) {
      case 'clock': {
        const seconds = Math.abs(obstacle.seconds)
        return obstacle.seconds > 0
          ? t('breaks.clockAhead', { name, seconds })
          : t('breaks.clockBehind', { name, seconds })
      }
      case 'unserved':
        return t('breaks.unserved', { name, phase: obstacle.phase })
      case 'cycleDiffers':
        return t('breaks.cycleDiffers', { name, cycle: obstacle.cycle, common: obstacle.commonCycle })
      case 'unseen':
      case 'unknownSettings':
      case 'offline':
      case 'held':
      case 'flashing':
      case 'noWay':
      case 'actuated':
      case 'hidden':
        return t(`breaks.${obstacle.code}`, { name })
      case 'greenAboveCycle':
      case 'startBeyondCycle':
      case 'offsetBeyondCycle':
      case 'cannotOffset':
      case 'blocksAboveCycle':
      case 'greenInNoBlock':
        return t('breaks.program', { name })
    }
  }

  function limitText(limit: BandLimit): string {
    const direction = way(limit.direction)
    if (limit.code === 'smallestGreen')
      return t('limits.smallestGreen', { way: direction, seconds: limit.green, name: nameAt(limit.junction) })
    const band = secondsText(limit.band)
    if (limit.code === 'narrowedByMany')
      return limit.band > 0 ? t('limits.many', { way: direction, band }) : t('limits.manyNone', { way: direction })
    const values = { way: direction, band, name: nameAt(limit.junction), without: secondsText(limit.without) }
    return limit.band > 0 ? t('limits.one', values) : t('limits.oneNone', values)
  }

  function midnightText({ cycle, rest, shorter, longer }: MidnightCut): string {
    return t('breaks.midnight', { cycle, rest, shorter, longer })
  }

  return { way, obstacleText, limitText, midnightText }
}

const KILOMETRES = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** Returns a function that says metres: 860 m, 1.56 km; an en dash for none. */
export function useMetresText(): (metres: number | undefined) => string {
  const t = useTexts('corridors')
  const language = useLanguage()
  return (metres) => {
    if (metres === undefined) return '–'
    return metres < 1000
      ? t('metres', { metres: Math.round(metres) })
      : t('kilometres', { km: new Intl.NumberFormat(language, KILOMETRES).format(metres / 1000) })
  }
}
