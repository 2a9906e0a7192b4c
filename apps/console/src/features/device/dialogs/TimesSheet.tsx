import { PHASE_SITE_RANGES } from '@greenwave/contract/records/junctionSite'
import { PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { redClearanceSeconds, yellowSeconds } from '@greenwave/coordination/calculators/clearance'
import { enoughSeconds } from '@greenwave/coordination/calculators/ownLimits'
import { KMH_PER_M_PER_S } from '@greenwave/coordination/corridor'
import type { SiteFacts } from '../../../data/device/siteFacts.ts'
import { Term } from '../../../shared/Explained.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import { CALCULATOR_RANGES, type CalculatorField } from '../model/calculatorForm.ts'
import { CalculatorPart, CalculatorSheet, UseButton } from './CalculatorSheet.tsx'
import styles from './Geometry.module.css'
import { useCalculator } from './useCalculator.tsx'
import { Worked } from './Worked.tsx'

interface TimesSheetProps {
  readonly site: SiteFacts['site']
  readonly onYellow: (seconds: number) => void
  readonly onRedClearance: (seconds: number) => void
}

const PHASE_FIELDS = ['speedKmh', 'gradePercent', 'widthM'] as const
type PhaseField = (typeof PHASE_FIELDS)[number]
/** The words of each formula. */
const WORDS = {
  yellow: {
    legend: 'calculators.yellowLegend',
    assumes: 'calculators.yellowAssumes',
    use: 'calculators.useYellow',
  },
  redClearance: {
    legend: 'calculators.redLegend',
    assumes: 'calculators.redAssumes',
    use: 'calculators.useRed',
  },
} as const

/** Time that is calculated for one phase. */
interface CalculatedTime {
  readonly phase: PhaseNumber
  readonly numbers: Readonly<Record<string, number>>
  readonly seconds: number
}

type Field = `${PhaseField}${PhaseNumber}` | 'reactionS' | 'decelerationMps2' | 'vehicleM'

/** Calculates yellow and red clearance. They follow every green, so that the approach that needs most decides. */
export function TimesSheet({ site, onYellow, onRedClearance }: TimesSheetProps) {
  const t = useTexts('settings', 'geometry')
  const device = useTexts('device')
  const number = useNumberText()
  const { nameOf } = usePhaseNames()
  const noted = (name: PhaseField, phase: PhaseNumber): CalculatorField => ({
    range: PHASE_SITE_RANGES[name],
    begin: site.phases?.[phase]?.[name],
  })
  const { values, field } = useCalculator<Field>({
    ...{ speedKmh1: noted('speedKmh', 1), gradePercent1: noted('gradePercent', 1), widthM1: noted('widthM', 1) },
    ...{ speedKmh2: noted('speedKmh', 2), gradePercent2: noted('gradePercent', 2), widthM2: noted('widthM', 2) },
    ...{ speedKmh3: noted('speedKmh', 3), gradePercent3: noted('gradePercent', 3), widthM3: noted('widthM', 3) },
    reactionS: { range: CALCULATOR_RANGES.reactionS, begin: 1 },
    decelerationMps2: { range: CALCULATOR_RANGES.decelerationMps2, begin: 3.05 },
    vehicleM: { range: CALCULATOR_RANGES.vehicleM, begin: 6.1 },
  })
  const { reactionS, decelerationMps2, vehicleM } = values
  const phaseName = (phase: PhaseNumber) => nameOf(phase) ?? device('phase', { phase })

  const yellows = PHASES.flatMap((phase) => {
    const speedKmh = values[`speedKmh${phase}`]
    if (speedKmh === undefined || reactionS === undefined || decelerationMps2 === undefined) return []
    const grade = (values[`gradePercent${phase}`] ?? 0) / 100
    const numbers = { t: reactionS, v: speedKmh / KMH_PER_M_PER_S, a: decelerationMps2, g: grade }
    return { phase, numbers, seconds: yellowSeconds({ speedKmh, reactionS, decelerationMps2, grade }) }
  })
  const reds = PHASES.flatMap((phase) => {
    const [speedKmh, widthM] = [values[`speedKmh${phase}`], values[`widthM${phase}`]]
    if (speedKmh === undefined || widthM === undefined || vehicleM === undefined) return []
    const numbers = { W: widthM, L: vehicleM, v: speedKmh / KMH_PER_M_PER_S }
    return { phase, numbers, seconds: redClearanceSeconds({ speedKmh, widthM, vehicleLengthM: vehicleM }) }
  })
  const yellow = longest(yellows)
  const red = longest(reds)
  const resultOf = (
    formula: keyof typeof WORDS,
    times: readonly CalculatedTime[],
    { numbers, seconds }: CalculatedTime,
    onUse: (seconds: number) => void,
  ) => {
    const { legend, assumes, use } = WORDS[formula]
    const each = times.map(
      (time) => `${phaseName(time.phase)} ${t('calculators.seconds', { seconds: number(time.seconds) })}`,
    )
    return (
      <>
        <p>{each.join(' · ')}</p>
        <Worked formula={formula} numbers={numbers} result={seconds} legend={t(legend)} assumed={t(assumes)} />
        <UseButton label={t(use, { seconds: enoughSeconds(seconds) })} onUse={() => onUse(enoughSeconds(seconds))} />
      </>
    )
  }

  return (
    <CalculatorSheet>
      {PHASES.map((phase) => (
        <fieldset key={phase} className={styles.group}>
          <legend>{phaseName(phase)}</legend>
          <div className={styles.fields}>
            {PHASE_FIELDS.map((name) => (
              <div key={name}>{field(`${name}${phase}`, device(`site.${name}`))}</div>
            ))}
          </div>
        </fieldset>
      ))}
      <CalculatorPart
        title={<Term of="yellow">{device('setting.yellow')}</Term>}
        fields={
          <div className={styles.fields}>
            {field('reactionS', t('calculators.reaction'))}
            {field('decelerationMps2', t('calculators.deceleration'))}
          </div>
        }
      >
        {yellow && Number.isFinite(yellow.seconds) ? (
          resultOf('yellow', yellows, yellow, onYellow)
        ) : (
          <p>{t(yellow ? 'calculators.tooSteep' : 'calculators.needsSpeed')}</p>
        )}
      </CalculatorPart>
      <CalculatorPart
        title={<Term of="redClearance">{device('setting.redClearance')}</Term>}
        fields={<div className={styles.fields}>{field('vehicleM', t('calculators.vehicle'))}</div>}
      >
        {red ? resultOf('redClearance', reds, red, onRedClearance) : <p>{t('calculators.needsWidth')}</p>}
      </CalculatorPart>
    </CalculatorSheet>
  )
}

function longest<Time extends { readonly seconds: number }>(times: readonly Time[]): Time | undefined {
  return times.toSorted((a, b) => b.seconds - a.seconds)[0]
}
