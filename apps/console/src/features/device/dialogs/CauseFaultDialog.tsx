import { CAUSABLE_FAULTS, type CausableFault } from '@greenwave/contract/wire/demonstration'
import { NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { causeFaultMutation } from '../../../data/queries/demonstration.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import styles from './Findings.module.css'

/** How long a fault may last, seconds. */
const LENGTHS = { halfMinute: 30, minute: 60, twoMinutes: 120, fiveMinutes: 300, quarterHour: 900 } as const
type Length = keyof typeof LENGTHS
const LENGTH_NAMES = Object.keys(LENGTHS) as Length[]

interface CauseFaultDialogProps {
  readonly deviceId: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Causes a fault on a virtual controller of the demonstration: which one, for how long, and how it will be found. */
export function CauseFaultDialog({ deviceId, opened, onClose }: CauseFaultDialogProps) {
  const t = useTexts('settings', 'demonstration')
  const [fault, setFault] = useState<CausableFault>('two-greens')
  const [length, setLength] = useState<Length>('minute')
  const cause = useMutation(causeFaultMutation(deviceId))

  async function save(): Promise<void> {
    await cause.mutateAsync({ fault, seconds: LENGTHS[length] })
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('causeTitle')}
      submitLabel={t('submit')}
      submittingLabel={t('submitting')}
      submitting={cause.isPending}
      error={cause.error ? errorText(cause.error, t('causeFailed')) : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="xs">
        <NativeSelect
          label={t('fault')}
          value={fault}
          data={CAUSABLE_FAULTS.map((value) => ({ value, label: t(`faults.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            setFault(CAUSABLE_FAULTS.find((known) => known === value) ?? fault)
          }
          disabled={cause.isPending}
        />
        <p className={styles.state} aria-live="polite">
          {t(`found.${fault}`)}
        </p>
        <NativeSelect
          label={t('lasts')}
          value={length}
          data={LENGTH_NAMES.map((value) => ({ value, label: t(`lengths.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            setLength(LENGTH_NAMES.find((known) => known === value) ?? length)
          }
          disabled={cause.isPending}
        />
      </Stack>
    </FormDialog>
  )
}
