import { isPresent } from '@greenwave/controller/attributes'
import { MODE_KEY } from '@greenwave/controller/keys'
import { FLASHING_MODE } from '@greenwave/controller/mode'
import { plainValues } from '@greenwave/observer/inEffect'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import type { Health, HelpfulCode } from '../../../data/health.ts'
import { acknowledgeMutation, openAlarmsQuery } from '../../../data/queries/incidents.ts'
import { HistoryLink } from '../../../shared/HistoryLink.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import styles from './StatusStrip.module.css'

/** Dangers that flashing yellow ends, if the controller obeys. */
const ENDED_BY_FLASHING: readonly string[] = ['conflict', 'lamps', 'short-yellow', 'short-clearance', 'all-red']

interface TroubleHelpProps {
  readonly deviceId: string
  readonly code: HelpfulCode
  readonly health: Pick<Health, 'level' | 'sinceMs'>
  /** Opens a dialog; undefined for users who only watch. */
  readonly onOpen: OpenDialog | undefined
  /** True beside the list of incidents, which has the other actions: then the explanation stays open. */
  readonly isBeside: boolean
}

/** Whether the junction was switched to flashing yellow. */
const isSwitchedToFlash = ({ shared, settings }: DeviceState) =>
  isPresent(plainValues(shared ?? {}), MODE_KEY) && settings.mode === FLASHING_MODE

/** Offers the actions that end a danger or acknowledge an incident, and on request explains what it means and what to do. */
export function TroubleHelp({ deviceId, code, health, onOpen, isBeside }: TroubleHelpProps) {
  const t = useTexts('monitoring', 'healthHelp')
  const isFlashing = useDevice(deviceId, isSwitchedToFlash)
  const [isOpen, setOpen] = useState(isBeside)
  const { level, sinceMs } = health
  const isEndedByFlashing = ENDED_BY_FLASHING.includes(code)
  return (
    <>
      <div className={styles.actions}>
        {onOpen && isEndedByFlashing && !isFlashing && (
          <Button
            size="compact-sm"
            className={styles.danger ?? ''}
            onClick={() => onOpen({ kind: 'mode', mode: FLASHING_MODE })}
          >
            {t('flash')}
          </Button>
        )}
        {!isBeside && onOpen && level >= 3 && <Acknowledge deviceId={deviceId} state={`${code} ${sinceMs}`} />}
        {!isBeside && (
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('whatToDo')}
          </Button>
        )}
      </div>
      {isOpen && (
        <p className={styles.help}>
          {t(`means.${code}`)} {isEndedByFlashing && isFlashing ? t('disobeys') : t(`act.${code}`)}{' '}
          {!isBeside && sinceMs !== null && <HistoryLink deviceId={deviceId} atMs={sinceMs} />}
        </p>
      )}
    </>
  )
}

/** Acknowledges the open alarms of the junction; absent while all are acknowledged. */
function Acknowledge({ deviceId, state }: { readonly deviceId: string; readonly state: string }) {
  const t = useTexts('monitoring', 'healthHelp')
  const open = useQuery(openAlarmsQuery(deviceId, state))
  const acknowledge = useMutation(acknowledgeMutation(deviceId))
  const [first] = open.data ?? []
  if (!first) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={acknowledge.isPending}
        onClick={() => acknowledge.mutate(open.data?.map(({ id }) => id.id) ?? [])}
      >
        {t('acknowledge')}
      </Button>
      {acknowledge.error && <ErrorText>{errorText(acknowledge.error, t('acknowledgeFailed'))}</ErrorText>}
    </>
  )
}
