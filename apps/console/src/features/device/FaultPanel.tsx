import type { CausedFaults } from '@greenwave/contract/wire/demonstration'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { causedFaultsQuery, endFaultsMutation } from '../../data/queries/demonstration.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useNow } from '../../data/useNow.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { useAskedDialog } from '../../ui/dialogs/useAskedDialog.ts'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import { CauseFaultDialog } from './dialogs/CauseFaultDialog.tsx'
import styles from './FaultPanel.module.css'

/** The dialog that the palette asks the page for. */
const CAUSE = { kind: 'causeFault' } as const

function parseCause(asked: unknown): typeof CAUSE | null {
  return typeof asked === 'object' && asked !== null && 'kind' in asked && asked.kind === CAUSE.kind ? CAUSE : null
}

/**
 * In the demonstration: says that the controller is virtual, causes faults on it, and shows and ends those that are
 * caused now. Shows nothing for a device without a virtual controller.
 *
 * @param props.meanwhile shown until that is known
 */
export function FaultPanel({ deviceId, meanwhile }: { readonly deviceId: string; readonly meanwhile?: ReactNode }) {
  const t = useTexts('settings', 'demonstration')
  const caused = useQuery(causedFaultsQuery(deviceId))
  const end = useMutation(endFaultsMutation(deviceId))
  const [opening, setOpening] = useState<object | null>(null)
  const isVirtual = caused.data?.virtual === true
  // Each opening is an object of its own, and its dialog begins anew.
  useAskedDialog(isVirtual ? () => setOpening({}) : undefined, parseCause)
  if (caused.error && !caused.data) return <ErrorText>{errorText(caused.error, t('readFailed'))}</ErrorText>
  if (caused.isPending) return meanwhile
  if (!caused.data || !isVirtual) return null
  const { faults } = caused.data
  return (
    <section className={styles.panel} aria-label={t('title')}>
      <span className={styles.label}>{t('title')}</span>
      <div className={styles.words} role="status">
        {faults.length === 0 ? <p>{t('lead')}</p> : <RunningFaults faults={faults} />}
        {end.error && <ErrorText>{errorText(end.error, t('endFailed'))}</ErrorText>}
      </div>
      <div className={styles.buttons}>
        {faults.length > 0 && (
          <Button variant="default" size="xs" disabled={end.isPending} onClick={() => end.mutate()}>
            {t(end.isPending ? 'ending' : 'endNow')}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => setOpening({})}>
          {t(faults.length > 0 ? 'another' : 'cause')}
        </Button>
      </div>
      <DialogSlot
        subject={opening}
        render={(_, opened) => (
          <CauseFaultDialog deviceId={deviceId} opened={opened} onClose={() => setOpening(null)} />
        )}
      />
    </section>
  )
}

/** Lists the faults that are caused now. The time that is left is no news for screen readers each second. */
function RunningFaults({ faults }: Pick<CausedFaults, 'faults'>) {
  const t = useTexts('settings', 'demonstration')
  const nowMs = useNow(1000, serverNowMs)
  return (
    <ul>
      {faults.map(({ fault, until }) => (
        <li key={fault}>
          <b>{t(`faults.${fault}`)}</b>
          <span className={styles.time} aria-hidden="true">
            {` · ${t('endsIn', { time: leftText(until - nowMs) })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns a length as minutes and seconds: 1:05. */
function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
