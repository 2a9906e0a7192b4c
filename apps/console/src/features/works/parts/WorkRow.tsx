import { muteOfWork, stateOf, type Work, type WorkLamps } from '@greenwave/contract/records/works'
import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { serverNowMs } from '../../../data/serverTime.ts'
import { dateText } from '../../../shared/dateText.ts'
import { Photos } from '../../../shared/Photos.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'

const TONES: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  reported: 'warn',
  planned: 'info',
  onTheWay: 'info',
  onSite: 'info',
  done: 'ok',
}

interface WorkRowProps {
  readonly work: Work
  /** Whether edits of it wait on this device. */
  readonly isUnsent: boolean
  /** Whether works of other junctions stand beside it. */
  readonly isOfAll: boolean
  /** Undefined for users who only watch. */
  readonly onEdit: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

/** A work: its state, who does it and why, what was done, its times, the lamps at arrival and leaving, photos. */
export function WorkRow({ work, isUnsent, isOfAll, onEdit, onDelete }: WorkRowProps) {
  const t = useTexts('settings', 'works')
  const lampText = useLampText()
  const state = stateOf(work)
  // A mute never waits.
  const mutedUntilMs = state === 'onSite' && !isUnsent ? muteOfWork('', work, '').until : 0
  const times = [
    ...work.steps.map((step) => `${t(`state.${step.state}`)} ${dateText(step.at)}`),
    ...(state !== 'done' && work.planned !== null ? [t('plannedFor', { time: dateText(work.planned) })] : []),
    ...(state === 'onSite' && work.back !== null ? [t('backAt', { time: dateText(work.back) })] : []),
  ]
  const lamps = work.steps.filter((step) => step.lamps)
  return (
    <li style={{ padding: '14px 16px', borderTop: '1px solid var(--gw-line)' }}>
      <Group gap={8} justify="space-between" align="flex-start">
        <Stack gap={6} style={{ flex: '1 1 280px', minWidth: 0 }}>
          <Group gap={8}>
            <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>
            {isUnsent && <StatusTag tone="warn">{t('notSent')}</StatusTag>}
            <strong style={{ overflowWrap: 'anywhere' }}>
              {[t(`kind.${work.kind}`), work.inspection, work.who].filter(Boolean).join(' · ')}
            </strong>
          </Group>
          {isOfAll && (
            <Link to="/changes/works" search={{ junction: work.device }}>
              {work.junction}
            </Link>
          )}
          <div style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{work.reason}</div>
          {work.done !== '' && (
            <div style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{t('was', { done: work.done })}</div>
          )}
          <div style={{ color: 'var(--gw-ink-2)' }}>{times.join(' · ')}</div>
          {lamps.map((step) => (
            <div key={step.at} style={{ color: 'var(--gw-ink-2)' }}>
              {t(step.state === 'done' ? 'lampsLeaving' : 'lampsArrival', { lamps: lampText(step.lamps ?? null) })}
            </div>
          ))}
          {work.photos.length > 0 && <Photos photos={work.photos} />}
          {mutedUntilMs > serverNowMs() && <div>{t('muted', { time: dateText(mutedUntilMs) })}</div>}
        </Stack>
        {/* Beside the texts; below them where there is no room. */}
        <Group gap={8}>
          {onEdit && state !== 'done' && (
            <Button size="xs" variant="default" mih="var(--gw-target)" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          {onDelete && (
            <Button size="xs" variant="default" mih="var(--gw-target)" onClick={onDelete}>
              {t('delete')}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  )
}

/** Returns a function for the lamps of all phases as text. */
function useLampText(): (lamps: WorkLamps) => string {
  const t = useTexts('settings', 'works')
  return (lamps) =>
    (lamps ?? [])
      .map((lit, nth) => `${nth + 1}: ${lit.map((colour) => t(`lamp.${colour}`)).join(' + ') || t('lamp.none')}`)
      .join(', ')
}
