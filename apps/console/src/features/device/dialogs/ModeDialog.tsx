import { MODE_CHOICES, modeChoice } from '@greenwave/controller/mode'
import { inEffect } from '@greenwave/controller/reported'
import { modeRow } from '@greenwave/controller/settingTable/mode'
import { plainValues } from '@greenwave/observer/inEffect'
import { Radio, Stack } from '@mantine/core'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { SettingDialog } from './SettingDialog.tsx'

/**
 * The mode chooser, which is its own confirmation: four modes, what the chosen one means on the street, and the buttons
 * Hủy and Xác nhận.
 */
export function ModeDialog({ mode, ...props }: DialogProps & { readonly mode: number }) {
  const t = useTexts('device')
  const setting = modeRow.at({})
  const effective = inEffect(plainValues(props.view.client)).mode
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('mode.title')}
      fallback={t('errors.mode')}
      begin={() => mode}
      nameOf={(saved) => t(modeTextKey(saved))}
      fields={({ form, drawn: chosen, submitting }) => (
        <Stack gap="xs">
          <Radio.Group
            aria-label={t('mode.title')}
            value={String(chosen)}
            onChange={(value) => form.setAll(setting.write(Number(value)))}
          >
            <Stack gap={6}>
              {MODE_CHOICES.map((choice) => (
                <Radio
                  key={choice.value}
                  value={String(choice.value)}
                  label={t(modeTextKey(choice.value))}
                  disabled={submitting}
                />
              ))}
            </Stack>
          </Radio.Group>
          <p className={styles.state}>{t(`mode.meaning.${modeChoice(chosen).name}`)}</p>
          {effective !== undefined && (
            <p className={styles.state}>{t('mode.current', { mode: t(modeTextKey(effective)) })}</p>
          )}
        </Stack>
      )}
    />
  )
}
