import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { useFleet } from '../../../data/fleet/useFleet.ts'
import { muteMutation } from '../../../data/queries/incidents.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { fieldMinute, parseFieldTime } from '../../../shared/fieldTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { MOST_REASON, type MuteComplaint, type MuteValues, muteForm, QUICK_MUTES } from '../model/muteForm.ts'

interface MuteDialogProps {
  readonly junctionId: string
  readonly junction: string
  readonly opened: boolean
  readonly onClose: () => void
}

const LENGTHS = Object.keys(QUICK_MUTES) as (keyof typeof QUICK_MUTES)[]

/** Mutes a junction, with a reason and an end. */
export function MuteDialog({ junctionId, junction, opened, onClose }: MuteDialogProps) {
  const t = useTexts('incidents', 'now')
  const session = useSession()
  const fleet = useFleet()
  const mute = useMutation(muteMutation)
  const [initial] = useState((): MuteValues => ({ why: '', until: fieldMinute(serverNowMs() + QUICK_MUTES.shift) }))
  const form = useForm<MuteValues>({
    initialValues: initial,
    validate: complaintsOf(muteForm(serverNowMs), (key: MuteComplaint) =>
      t(`muteDialog.${key}`, { most: MOST_REASON }),
    ),
  })

  async function save({ why, until }: MuteValues): Promise<void> {
    const by = session.state === 'signedIn' ? session.user.email : ''
    await mute.mutateAsync({
      junctionId,
      mute: { until: parseFieldTime(until), why: why.trim(), by, at: serverNowMs() },
    })
    fleet.readAgain()
    notifySuccess(t('muteDialog.done'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('muteDialog.title')}
      subject={<b>{junction}</b>}
      submitLabel={t('muteDialog.submit')}
      submitting={form.submitting}
      typed={typedOf(form, initial)}
      error={mute.error ? errorText(mute.error, t('muteDialog.failed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Text c="dimmed">{t('muteDialog.help')}</Text>
      <TextInput
        {...form.getInputProps('why')}
        label={t('muteDialog.why')}
        description={t('muteDialog.whyHint')}
        required
        disabled={form.submitting}
        data-autofocus
      />
      <TimeField
        {...form.getInputProps('until')}
        precision="minute"
        label={t('muteDialog.until')}
        description={t('muteDialog.untilHint')}
        required
        disabled={form.submitting}
      />
      <Group gap="xs">
        {LENGTHS.map((length) => (
          <Button
            key={length}
            size="compact-sm"
            variant="default"
            disabled={form.submitting}
            onClick={() => form.setFieldValue('until', fieldMinute(serverNowMs() + QUICK_MUTES[length]))}
          >
            {t(`muteDialog.quick.${length}`)}
          </Button>
        ))}
      </Group>
    </FormDialog>
  )
}
