import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { programRuns } from '@greenwave/controller/schedule'
import { type ControllerSettings, type Program, programOf } from '@greenwave/controller/settings'
import { timingFigures } from '@greenwave/controller/period'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { Term } from '../../../shared/Explained.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import { hourMinute } from '../model/clockText.ts'
import styles from './Timing.module.css'

interface ProgramFiguresProps {
  readonly settings: ControllerSettings
  /** The program as it is being edited. */
  readonly drawn: Program
}

/**
 * Says what a program amounts to while it is edited: its cycle before and after, the share of green of each phase, the
 * longest red, and when it runs.
 */
export function ProgramFigures({ settings, drawn }: ProgramFiguresProps) {
  const t = useTexts('settings', 'edit')
  const phaseName = useTexts('device')
  const before = timingFigures(programOf(settings, drawn.number), settings.clearance).cycleSeconds
  const { cycleSeconds, greenShares, longestRed } = timingFigures(drawn, settings.clearance)
  const names = usePhaseNames()
  const nameOf = (phase: number) => names.nameOf(phase) ?? phaseName('phase', { phase })
  return (
    <section aria-label={t('figures.label')}>
      <dl className={styles.figures}>
        <div>
          <dt>
            <Term of="cycle">{t('figures.cycle')}</Term>
          </dt>
          <dd data-changed={before !== cycleSeconds || undefined}>
            {t('figures.cycleOf', { before, after: cycleSeconds })}
          </dd>
        </div>
        <div>
          <dt>
            <Term of="split">{t('figures.green')}</Term>
          </dt>
          {PHASES.map((phase) => (
            <dd key={phase}>
              {t('figures.share', { phase: nameOf(phase), percent: Math.round(ofPhase(greenShares, phase) * 100) })}
            </dd>
          ))}
        </div>
        <div>
          <dt>{t('figures.longestRed')}</dt>
          <dd>
            {longestRed ? t('figures.redOf', { seconds: longestRed.seconds, phase: nameOf(longestRed.phase) }) : '–'}
          </dd>
        </div>
        <div>
          <dt>{t('figures.runs')}</dt>
          <Runs settings={settings} program={drawn.number} />
        </div>
      </dl>
    </section>
  )
}

function Runs({ settings, program }: { settings: ControllerSettings; program: Program['number'] }) {
  const t = useTexts('settings', 'edit')
  const language = useLanguage()
  const now = secondOfDayAt(useNow(1000, serverNowMs))
  const { plans, runsNow, nextSecond } = programRuns(settings, program, now)
  if (nextSecond === null) return <dd>{t('figures.never')}</dd>
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(plans.map(String))
  const parts = [
    t('figures.plans', { count: plans.length, plans: list }),
    ...(runsNow ? [t('figures.now')] : []),
    t('figures.next', { time: hourMinute(nextSecond) }),
  ]
  return <dd>{parts.join(', ')}</dd>
}
