import { cycleSeconds } from '@greenwave/controller/cycle'
import { plansInPlay, runningOf } from '@greenwave/controller/schedule'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { useTexts } from '../../../texts/useTexts.ts'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import { planTimeText } from '../model/clockText.ts'
import styles from './TimingSheet.module.css'

interface SheetPlansProps {
  readonly settings: ControllerSettings
  /** False if no mode was ever set and none is reported; then it is unknown what runs without a plan. */
  readonly modeIsKnown: boolean
}

/** The plans that run, in the order of the day. */
export function SheetPlans({ settings, modeIsKnown }: SheetPlansProps) {
  const t = useTexts('settings', 'sheet')
  const device = useTexts('device')
  const plans = plansInPlay(settings)
  const others = settings.plans.filter((plan) => !plans.includes(plan)).map(({ number }) => number)
  return (
    <section>
      <h2>{t('plans')}</h2>
      {plans.length === 0 ? (
        <p>{modeIsKnown ? t('noPlans') : device('schedule.modeUnset')}</p>
      ) : (
        <Scrollable label={t('plans')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('from')}</th>
                <th scope="col">{t('until')}</th>
                <th scope="col">{t('plan')}</th>
                <th scope="col">{t('program')}</th>
                <th scope="col">{t('cycle')}</th>
              </tr>
            </thead>
            <tbody>
              {plans.map((plan, nth) => {
                const running = runningOf(settings, plan)
                const isProgram = running.kind === 'program'
                const program = isProgram ? programOf(settings, running.program) : undefined
                return (
                  <tr key={plan.number}>
                    <th scope="row">{planTimeText(plan)}</th>
                    <td>{planTimeText(plans[nth + 1] ?? plans[0] ?? plan)}</td>
                    <td>{plan.number}</td>
                    <td>{isProgram ? running.program : t('flashing')}</td>
                    <td>{program ? device('seconds', { count: cycleSeconds(program, settings.clearance) }) : '–'}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </Scrollable>
      )}
      {others.length > 0 && <p>{t('outOfPlay', { plans: others.join(', ') })}</p>}
    </section>
  )
}
