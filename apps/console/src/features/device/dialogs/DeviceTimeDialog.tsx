import { writeDeviceTime } from '@greenwave/controller/attributes'
import { checkConnection } from '@greenwave/controller/checks/connection'
import { checkDeviceTime } from '@greenwave/controller/checks/deviceTime'
import { hasErrors } from '@greenwave/controller/checks/finding'
import { deviceTimeFrom, localTimeAt } from '@greenwave/controller/deviceClock'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type DeviceClockView, deviceTimeAt } from '../../../data/device/deviceClockView.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { utcOffsetText } from '../../../shared/dateText.ts'
import { deviceTimeText } from '../../../shared/deviceTimeText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { asTexts } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { SettingField } from './SettingField.tsx'
import { useChangeFlow } from './useChangeFlow.ts'
import { type SettingForm, useSettingForm } from './useSettingForm.ts'

interface DeviceTimeDialogProps extends DialogProps {
  readonly clock: DeviceClockView | null
  /** True while the reported clock is live. */
  readonly clockIsLive: boolean
  /** Called when a time was sent to a controller that is online. */
  readonly onTimeSent: () => void
}

const FIELDS = [
  ['Day', 'form.day'],
  ['Month', 'form.month'],
  ['Year', 'form.year'],
  ['Hour', 'form.hour'],
  ['Minute', 'form.minute'],
  ['Second', 'form.second'],
] as const

function currentTime() {
  return writeDeviceTime(localTimeAt(serverNowMs()))
}

/** The dialog "Set Device Time". It opens with the current time, which keeps ticking until the user types another. */
export function DeviceTimeDialog({ view, opened, onClose, clock, clockIsLive, onTimeSent }: DeviceTimeDialogProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const nowMs = useNow(1000, serverNowMs)
  const [ticking, setTicking] = useState(true)
  const typedForm = useSettingForm(currentTime)
  const form: SettingForm = ticking
    ? {
        ...typedForm,
        typed: asTexts(writeDeviceTime(localTimeAt(nowMs))),
        set: (key, text) => {
          setTicking(false)
          typedForm.setAll(writeDeviceTime(localTimeAt(nowMs)))
          typedForm.set(key, text)
        },
      }
    : typedForm
  const { online } = view.connectivity
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    // A time that another user set meanwhile is no conflict.
    keys: [],
    fallback: dialog('errors.deviceTime'),
    onSaved: (_values, saved) => {
      notifySuccess(dialog(saved.connectivity.online ? 'success.time' : 'success.timeWaiting'))
      if (saved.connectivity.online) onTimeSent()
    },
    onClose,
  })
  const time = ticking ? localTimeAt(nowMs) : form.numbers && deviceTimeFrom((key) => form.numbers?.[key])
  const findings = time ? checkDeviceTime(time, nowMs) : []
  const deviceTime = clock
    ? deviceTimeText(clockIsLive ? deviceTimeAt(clock, nowMs) : clock.time)
    : t('form.notAvailable')
  const valuesToSend = () => (ticking ? currentTime() : (flow.asking ?? {}))
  return (
    <ChangeDialog
      view={view}
      opened={opened}
      flow={flow}
      moving={valuesToSend}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      wording={(finding) => (finding.code === 'offline' ? dialog('form.timeOffline') : undefined)}
      lead={
        <>
          <strong>{t('form.deviceTimeTitle')}</strong>
          {time && (
            <ul className={styles.changes}>
              <li>
                {t('facts.deviceClock')}
                <b>
                  <del>{deviceTime}</del> → {deviceTimeText(time)}
                </b>
              </li>
            </ul>
          )}
        </>
      }
      onClose={onClose}
      form={{
        title: t('form.deviceTimeTitle'),
        submitLabel: dialog('form.setTime'),
        typed: {
          ...typedForm.kept,
          // While the clock ticks, the user has typed nothing.
          ...(ticking && { values: typedForm.kept.initial }),
          restore: (kept) => {
            setTicking(false)
            typedForm.kept.restore(kept)
          },
        },
        footer: (
          <Button variant="subtle" disabled={ticking || flow.submitting} onClick={() => setTicking(true)}>
            {dialog('form.useCurrent')}
          </Button>
        ),
        onSubmit: (event) => {
          event.preventDefault()
          if ((ticking || form.validate()) && time && !hasErrors(findings)) flow.ask(writeDeviceTime(time))
        },
        children: (
          <>
            <p className={styles.state}>
              {dialog('form.deviceTimeCurrent')}: <strong>{deviceTime}</strong>
            </p>
            <div className={styles.time}>
              {FIELDS.map(([key, text]) => (
                <SettingField
                  key={key}
                  change={{ form, findings: [] }}
                  name={key}
                  label={dialog(text)}
                  autoFocus={key === 'Day'}
                />
              ))}
            </div>
            <p className={styles.hint}>
              {dialog('form.zone', { zone: utcOffsetText(nowMs) })}
              {ticking && ` · ${dialog('form.ticking')}`}
            </p>
            <FindingNotes findings={findings} />
          </>
        ),
      }}
    />
  )
}
