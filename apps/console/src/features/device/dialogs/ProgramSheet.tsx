import { PHASE_SITE_RANGES, SITE_RANGES } from '@greenwave/contract/records/junctionSite'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'
import { isServed } from '@greenwave/controller/cycle'
import type { Clearance, PhaseTiming } from '@greenwave/controller/settings'
import { websterCycle, websterSplits } from '@greenwave/coordination/calculators/capacity'
import { pedestrianSeconds } from '@greenwave/coordination/calculators/clearance'
import { enoughSeconds, USUAL_WALKING_MPS } from '@greenwave/coordination/calculators/ownLimits'
import { lostSeconds, websterTiming } from '@greenwave/coordination/calculators/websterTiming'
import { midnightCut } from '@greenwave/coordination/dayCycle'
import type { SiteFacts } from '../../../data/device/siteFacts.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import { CALCULATOR_RANGES, type CalculatorField } from '../model/calculatorForm.ts'
import { CalculatorPart, CalculatorSheet, UseButton } from './CalculatorSheet.tsx'
import styles from './Geometry.module.css'
import { useCalculator } from './useCalculator.tsx'
import { Worked } from './Worked.tsx'

interface ProgramSheetProps {
  readonly site: SiteFacts['site']
  readonly clearance: Clearance
  /** The greens and starts that are in the fields. */
  readonly phases: PerPhase<PhaseTiming>
  readonly onGreen: (phase: PhaseNumber, seconds: number) => void
  readonly onTiming: (phases: PerPhase<PhaseTiming>) => void
}

/** Calculates what people on foot need of a green, and cycle and greens from the traffic. */
export function ProgramSheet(props: ProgramSheetProps) {
  return (
    <CalculatorSheet>
      <Pedestrians {...props} />
      <Webster {...props} />
    </CalculatorSheet>
  )
}

type WalkField = `crossingM${PhaseNumber}` | 'walkingMps' | 'beginS'

function Pedestrians({ site, phases, onGreen }: ProgramSheetProps) {
  const t = useTexts('settings', 'geometry')
  const device = useTexts('device')
  const phaseName = usePhaseName()
  const crossing = (phase: PhaseNumber): CalculatorField => ({
    range: PHASE_SITE_RANGES.crossingM,
    begin: site.phases?.[phase]?.crossingM,
  })
  const { values, field } = useCalculator<WalkField>({
    crossingM1: crossing(1),
    crossingM2: crossing(2),
    crossingM3: crossing(3),
    walkingMps: { range: SITE_RANGES.walkingMps, begin: site.walkingMps ?? USUAL_WALKING_MPS },
    beginS: { range: CALCULATOR_RANGES.beginS, begin: 7 },
  })
  const { walkingMps: s, beginS: w } = values
  const walks = PHASES.flatMap((phase) => {
    const d = values[`crossingM${phase}`]
    if (d === undefined || s === undefined || w === undefined) return []
    return { phase, numbers: { w, d, s }, seconds: pedestrianSeconds({ widthM: d, speedMps: s, walkS: w }) }
  })
  const [first] = walks
  return (
    <CalculatorPart
      title={t('calculators.pedestrians')}
      fields={
        <>
          <fieldset className={styles.group}>
            <legend>{device('site.crossingM')}</legend>
            <div className={styles.fields}>
              {PHASES.map((phase) => (
                <div key={phase}>{field(`crossingM${phase}`, phaseName(phase))}</div>
              ))}
            </div>
          </fieldset>
          <div className={styles.fields}>
            {field('walkingMps', device('site.walkingMps'))}
            {field('beginS', t('calculators.begin'))}
          </div>
        </>
      }
    >
      {first ? (
        <>
          <Worked
            formula="pedestrian"
            numbers={first.numbers}
            result={first.seconds}
            legend={t('calculators.pedestrianLegend', { phase: phaseName(first.phase) })}
            assumed={t('calculators.pedestrianAssumes')}
          />
          {walks.map(({ phase, seconds }) => {
            const enough = enoughSeconds(seconds)
            const isEnough = ofPhase(phases, phase).green >= enough
            return (
              <div key={phase} className={styles.line}>
                <UseButton
                  label={t('calculators.useGreen', { seconds: enough, phase: phaseName(phase) })}
                  onUse={() => onGreen(phase, enough)}
                />
                {isEnough && <small>{t('calculators.isEnough', { seconds: ofPhase(phases, phase).green })}</small>}
              </div>
            )
          })}
        </>
      ) : (
        <p>{t('calculators.needsCrossing')}</p>
      )}
    </CalculatorPart>
  )
}

type WebsterField = `${'flow' | 'saturation'}${PhaseNumber}` | 'cycle'

/** Usual for a lane, vehicles an hour of green. */
const USUAL_SATURATION = 1800

function Webster({ clearance, phases, onTiming }: ProgramSheetProps) {
  const t = useTexts('settings', 'geometry')
  const number = useNumberText()
  const phaseName = usePhaseName()
  const flow = { range: CALCULATOR_RANGES.flow }
  const saturation = { range: CALCULATOR_RANGES.saturation, begin: USUAL_SATURATION }
  const { values, field } = useCalculator<WebsterField>({
    ...{ flow1: flow, flow2: flow, flow3: flow },
    ...{ saturation1: saturation, saturation2: saturation, saturation3: saturation },
    cycle: { range: CALCULATOR_RANGES.cycle },
  })
  const ratio = (phase: PhaseNumber) => {
    const [vehicles, most] = [values[`flow${phase}`], values[`saturation${phase}`]]
    return vehicles === undefined || most === undefined ? undefined : vehicles / most
  }
  const missing = PHASES.filter((phase) => isServed(ofPhase(phases, phase)) && ratio(phase) === undefined)
  const ratios = perPhase((phase) => ratio(phase) ?? 0)
  const Y = ratios.reduce((sum, one) => sum + one, 0)
  const L = lostSeconds(ratios, clearance)
  const best = websterCycle(L, Y)
  const C = values.cycle ?? (best === null ? null : Math.max(CALCULATOR_RANGES.cycle.min, enoughSeconds(best)))
  const timing = C === null ? null : websterTiming({ ratios, cycle: C, clearance, phases })
  const first = PHASES.find((phase) => ofPhase(ratios, phase) > 0)
  const cut = C === null ? null : midnightCut(C)
  return (
    <CalculatorPart
      title={t('calculators.webster')}
      fields={
        <>
          {PHASES.map((phase) => (
            <fieldset key={phase} className={styles.group}>
              <legend>{phaseName(phase)}</legend>
              <div className={styles.fields}>
                {field(`flow${phase}`, t('calculators.flow'))}
                {field(`saturation${phase}`, t('calculators.saturation'))}
              </div>
            </fieldset>
          ))}
          <div className={styles.fields}>{field('cycle', t('calculators.cycle'))}</div>
        </>
      }
    >
      {missing.length > 0 || first === undefined ? (
        <p>{t('calculators.needsFlow', { phases: missing.map(phaseName).join(', ') || phaseName(1) })}</p>
      ) : best === null ? (
        <p>{t('calculators.tooMuch', { ratio: number(Y) })}</p>
      ) : (
        <>
          <Worked
            formula="cycle"
            numbers={{ L, Y }}
            result={best}
            legend={t('calculators.cycleLegend')}
            assumed={t('calculators.websterAssumes')}
          />
          {cut && (
            <p className={styles.advice}>
              {t('calculators.midnight', { cycle: cut.cycle, shorter: cut.shorter, longer: cut.longer })}
            </p>
          )}
          {timing && C !== null ? (
            <>
              <Worked
                formula="split"
                numbers={{ C, L, y: ofPhase(ratios, first), Y }}
                result={websterSplits(C, L, ratios)[first - 1] ?? 0}
                legend={t('calculators.splitLegend', { phase: phaseName(first) })}
                assumed={t('calculators.splitAssumes')}
              />
              <ul className={styles.timing}>
                {PHASES.map((phase) => {
                  const { green, start } = ofPhase(timing, phase)
                  return <li key={phase}>{t('calculators.timing', { phase: phaseName(phase), green, start })}</li>
                })}
              </ul>
              <UseButton label={t('calculators.useTiming', { cycle: C })} onUse={() => onTiming(timing)} />
            </>
          ) : (
            <p>{t('calculators.tooShort')}</p>
          )}
        </>
      )}
    </CalculatorPart>
  )
}

function usePhaseName(): (phase: PhaseNumber) => string {
  const t = useTexts('device')
  const { nameOf } = usePhaseNames()
  return (phase) => nameOf(phase) ?? t('phase', { phase })
}
