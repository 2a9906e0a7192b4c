import { PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { TimingLock } from '@greenwave/controller/retime'
import { SegmentedControl } from '@mantine/core'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Timing.module.css'

interface TimingLockFieldProps {
  readonly lock: TimingLock
  /** The phase that gives the seconds until another one is chosen. */
  readonly giver: PhaseNumber
  readonly onChange: (lock: TimingLock) => void
}

const KINDS = ['clearances', 'cycle', 'free'] as const satisfies TimingLock['kind'][]

/** Chooses what stays as it is while greens are stepped or dragged, and which phase gives the seconds of a kept cycle. */
export function TimingLockField({ lock, giver, onChange }: TimingLockFieldProps) {
  const t = useTexts('settings', 'edit')
  const phaseName = useTexts('device')
  const { nameOf } = usePhaseNames()
  return (
    <div className={styles.lock}>
      <SegmentedControl
        fullWidth
        aria-label={t('lock.label')}
        value={lock.kind}
        onChange={(kind) => onChange(kind === 'cycle' ? { kind, from: giver } : { kind })}
        data={KINDS.map((kind) => ({ value: kind, label: t(`lock.${kind}`) }))}
      />
      {lock.kind === 'cycle' && (
        <div className={styles.giver}>
          <span aria-hidden>{t('lock.from')}</span>
          <SegmentedControl
            size="xs"
            aria-label={t('lock.from')}
            value={String(lock.from)}
            onChange={(chosen) =>
              onChange({ kind: 'cycle', from: PHASES.find((one) => String(one) === chosen) ?? giver })
            }
            data={PHASES.map((phase) => ({
              value: String(phase),
              label: nameOf(phase) ?? phaseName('phase', { phase }),
            }))}
          />
        </div>
      )}
      <p className={styles.hint}>
        {t(`lock.hint.${lock.kind}`)} {t('lock.extent')}
      </p>
    </div>
  )
}
