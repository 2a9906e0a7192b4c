import { MODE_CHOICES, modeChoice } from '@greenwave/controller/mode'
import { inEffect } from '@greenwave/controller/reported'
import { modeRow } from '@greenwave/controller/settingTable/mode'
import { plainValues } from '@greenwave/observer/inEffect'
import { Radio, Stack } from '@mantine/core'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { checkHoldEnd, chosenHold, isHeldMode, useHoldEnd } from '../model/useHoldEnd.ts'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { HoldEndFields } from './HoldEndFields.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { useHoldWording } from './useSaveWords.ts'

/**
 * The mode chooser, which is its own confirmation: four modes, what the chosen one means on the street, when it ends,
 * and the buttons Hủy and Xác nhận.
 */
export function ModeDialog({ mode, ...props }: DialogProps & { readonly mode: number }) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const nowMs = useNow(1000, serverNowMs)
  const choice = useHoldEnd(props.view)
  const setting = modeRow.at({})
  const effective = inEffect(plainValues(props.view.client)).mode
  const wording = useHoldWording(props.view, nowMs)
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('mode.title')}
      fallback={dialog('errors.mode')}
      begin={() => mode}
      nameOf={(saved) => t(modeTextKey(saved))}
      beside={{
        hold: (chosen) => chosenHold(choice, chosen),
        until: (chosen) => (isHeldMode(chosen) ? choice.at(choice.of(chosen), nowMs) : undefined),
        check: (chosen) => checkHoldEnd(choice, chosen, nowMs),
        wording,
      }}
      fields={({ form, drawn: chosen, submitting }) => (
        <Stack gap="xs">
          <Radio.Group
            aria-label={t('mode.title')}
            value={String(chosen)}
            onChange={(value) => form.setAll(setting.write(Number(value)))}
          >
            <Stack gap={6}>
              {MODE_CHOICES.map((one) => (
                <Radio
                  key={one.value}
                  value={String(one.value)}
                  label={t(modeTextKey(one.value))}
                  disabled={submitting}
                />
              ))}
            </Stack>
          </Radio.Group>
          <p className={styles.state}>{dialog(`mode.meaning.${modeChoice(chosen).name}`)}</p>
          {isHeldMode(chosen) && <HoldEndFields choice={choice} mode={chosen} nowMs={nowMs} disabled={submitting} />}
          {effective !== undefined && (
            <p className={styles.state}>{dialog('mode.current', { mode: t(modeTextKey(effective)) })}</p>
          )}
        </Stack>
      )}
    />
  )
}
