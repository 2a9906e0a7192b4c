import { checkConnection } from '@greenwave/controller/checks/connection'
import { MODE_KEY } from '@greenwave/controller/keys'
import { MODE_CHOICES, modeChoice } from '@greenwave/controller/mode'
import { inEffect } from '@greenwave/controller/reported'
import { modeRow } from '@greenwave/controller/settingTable/mode'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { modeTextKey } from '../model/modeText.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { useSavedNotice } from './savedNotice.ts'
import { useChangeFlow } from './useChangeFlow.ts'

/** The mode chooser, which is its own confirmation: four options, what the chosen one means on the street, Hủy and Xác nhận. */
export function ModeDialog({ view, opened, onClose, mode }: DialogProps & { readonly mode: number }) {
  const t = useTexts('device')
  const notify = useSavedNotice()
  const [chosen, setChosen] = useState(mode)
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: [MODE_KEY],
    fallback: t('errors.mode'),
    onSaved: (values, saved) => notify(t(modeTextKey(chosen)), values, saved),
    onClose,
  })
  const effective = inEffect(plainValues(view.client)).mode
  const { online } = view.connectivity
  return (
    <ChangeDialog
      opened={opened}
      title={t('mode.title')}
      flow={flow}
      listed={modeRow.at({}).write(chosen)}
      values={() => modeRow.at({}).write(chosen)}
      findings={checkConnection(online)}
      online={online}
      onClose={onClose}
      lead={
        <Stack gap="xs">
          <Radio.Group
            aria-label={t('mode.title')}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
          >
            <Stack gap={6}>
              {MODE_CHOICES.map((choice) => (
                <Radio
                  key={choice.value}
                  value={String(choice.value)}
                  label={t(modeTextKey(choice.value))}
                  disabled={flow.submitting}
                />
              ))}
            </Stack>
          </Radio.Group>
          <p className={styles.state}>{t(`mode.meaning.${modeChoice(chosen).name}`)}</p>
          {effective !== undefined && (
            <p className={styles.state}>{t('mode.current', { mode: t(modeTextKey(effective)) })}</p>
          )}
        </Stack>
      }
    />
  )
}
