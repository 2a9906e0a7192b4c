import {
  MOST_WORK_NAME,
  MOST_WORK_PHOTOS,
  MOST_WORK_TEXT,
  nextStates,
  stateOf,
  WORK_KINDS,
  WORK_STATES,
  type Work,
  type WorkLamps,
  type WorkState,
} from '@greenwave/contract/records/works'
import { Autocomplete, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import * as z from 'zod/mini'
import { type ShownLamps, useLamps } from '../../../data/device/lampsState.ts'
import { errorText } from '../../../data/errorText.ts'
import { deviceInfoQuery } from '../../../data/queries/devices.ts'
import { inspectionsQuery } from '../../../data/queries/inspections.ts'
import type { Photo } from '../../../data/queries/photos.ts'
import { writeWork } from '../../../data/queries/unsent.ts'
import { type ListedWork, newWorkEdit, WorkConflictError, WORKS_KEY } from '../../../data/queries/works.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { fieldMinute, parseFieldTime } from '../../../shared/fieldTime.ts'
import { PhotoField } from '../../../shared/PhotoField.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifyError, notifyInfo, notifySuccess } from '../../../ui/notices/notify.tsx'

/** The work of the dialog: a new one of a device, or one that is listed. */
export interface WorkSubject {
  readonly deviceId: string
  readonly listed: ListedWork | undefined
  /** Planned inspection that a new one does; undefined for none. */
  readonly inspection: string | undefined
}

interface WorkDialogProps {
  readonly subject: WorkSubject
  /** Persons and firms of other works. */
  readonly names: readonly string[]
  readonly opened: boolean
  readonly onClose: () => void
}

type WorkComplaint = 'required' | 'tooLong' | 'time'
const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, { error: 'tooLong' satisfies WorkComplaint }))
const time = z.string().check(
  z.refine((value) => value === '' || !Number.isNaN(parseFieldTime(value)), {
    error: 'time' satisfies WorkComplaint,
  }),
)
const WorkForm = z.object({
  kind: z.enum(WORK_KINDS),
  inspection: z.string(),
  state: z.enum(WORK_STATES),
  who: text(MOST_WORK_NAME),
  reason: text(MOST_WORK_TEXT).check(z.minLength(1, { error: 'required' satisfies WorkComplaint })),
  done: text(MOST_WORK_TEXT),
  planned: time,
  back: time,
})
const timeOf = (field: string) => (field === '' ? null : parseFieldTime(field))

/** Notes a work, or what became of it. The lamps at arrival and at leaving are recorded with it. */
export function WorkDialog({ subject: { deviceId, listed, inspection }, names, opened, onClose }: WorkDialogProps) {
  const t = useTexts('settings', 'works')
  const inspections = useTexts('settings', 'inspections')
  const session = useSession()
  const by = session.state === 'signedIn' ? session.user.email : ''
  const device = useQuery(deviceInfoQuery(deviceId)).data
  const planned = useQuery({ ...inspectionsQuery(device ?? 'due'), enabled: device !== undefined }).data
  const { phases, isLive } = useLamps(deviceId)
  const before = listed?.work
  const [photos, setPhotos] = useState<readonly Photo[]>(before?.photos ?? [])
  const client = useQueryClient()
  const saving = useMutation({ mutationFn: writeWork })
  const conflict = saving.error instanceof WorkConflictError ? saving.error : undefined
  const [initial] = useState(() => ({
    kind: before?.kind ?? (inspection === undefined ? WORK_KINDS[0] : ('inspection' as const)),
    inspection: before?.inspection ?? inspection ?? '',
    state: before ? stateOf(before) : ('reported' as WorkState),
    who: before?.who ?? '',
    reason: before?.reason ?? inspection ?? '',
    done: before?.done ?? '',
    planned: before?.planned == null ? '' : fieldMinute(before.planned),
    back: before?.back == null ? '' : fieldMinute(before.back),
  }))
  const form = useForm({
    initialValues: initial,
    validate: complaintsOf(WorkForm, (key: WorkComplaint) => t(`complaint.${key}`)),
  })
  const known = new Set(
    [...(planned ?? []).map(({ inspection: { name } }) => name), initial.inspection].filter(Boolean),
  )
  const states = before ? [stateOf(before), ...nextStates(before)] : WORK_STATES

  async function save(values: typeof initial): Promise<void> {
    if (!device) return
    const step = {
      ...{ state: values.state, at: serverNowMs(), by },
      ...((values.state === 'onSite' || values.state === 'done') && { lamps: isLive ? litOf(phases) : null }),
    }
    const isNews = !before || stateOf(before) !== values.state
    const work: Work = {
      ...(before ?? { device: deviceId, junction: device.label?.trim() || device.name, edits: [] }),
      ...{ kind: values.kind, inspection: (values.kind === 'inspection' && values.inspection) || null },
      ...{ who: values.who.trim(), reason: values.reason.trim(), done: values.done.trim() },
      ...{
        photos: photos.filter((photo) => typeof photo === 'string'),
        planned: timeOf(values.planned),
        back: timeOf(values.back),
      },
      steps: [...(before?.steps ?? []), ...(isNews ? [step] : [])],
    }
    const outcome = await saving.mutateAsync({
      photos: photos.filter((photo) => typeof photo !== 'string'),
      text: [t(`state.${values.state}`), work.who, work.reason, work.done].filter(Boolean).join(' · '),
      edit: { ...newWorkEdit(listed, device, work, by), isOnTop: conflict !== undefined },
    })
    if (outcome === 'waits') notifyInfo(t('waits'))
    else if (outcome === 'sent') notifySuccess(t('saved'))
    else notifyError(errorText(outcome, outcome.message))
    void client.invalidateQueries({ queryKey: WORKS_KEY })
    onClose()
  }

  function chooseKind(event: ChangeEvent<HTMLSelectElement>): void {
    form.getInputProps('kind').onChange(event)
    // What is due first is probably what is inspected.
    const [first] = planned ?? []
    if (event.currentTarget.value === 'inspection' && form.values.inspection === '' && first)
      form.setFieldValue('inspection', first.inspection.name)
  }

  const disabled = form.submitting
  const choices = <K extends string>(keys: readonly K[], label: (key: K) => string) =>
    keys.map((value) => ({ value, label: label(value) }))
  return (
    <FormDialog
      opened={opened}
      title={t(before ? 'editTitle' : 'add')}
      subject={device && <b>{device.label?.trim() || device.name}</b>}
      submitLabel={t(conflict ? (conflict.stored ? 'saveChanged' : 'saveDeleted') : 'save')}
      submitting={disabled}
      submitDisabled={!device}
      typed={typedOf(form, initial)}
      error={saving.error ? errorText(saving.error, t('saveFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <NativeSelect
        {...form.getInputProps('state')}
        label={t('field.stateTitle')}
        description={t('stateHint')}
        data={choices(states, (state) => t(`state.${state}`))}
        disabled={disabled}
      />
      <NativeSelect
        {...form.getInputProps('kind')}
        label={t('field.kindTitle')}
        data={choices(WORK_KINDS, (kind) => t(`kind.${kind}`))}
        onChange={chooseKind}
        disabled={disabled}
      />
      {form.values.kind === 'inspection' && known.size > 0 && (
        <NativeSelect
          {...form.getInputProps('inspection')}
          label={inspections('ofWork')}
          data={[{ value: '', label: inspections('noneOfWork') }, ...known]}
          disabled={disabled}
        />
      )}
      <Autocomplete {...form.getInputProps('who')} label={t('field.who')} data={[...names]} disabled={disabled} />
      <Textarea {...form.getInputProps('reason')} label={t('field.reason')} rows={2} required disabled={disabled} />
      <Textarea {...form.getInputProps('done')} label={t('field.done')} rows={2} disabled={disabled} />
      <TimeField {...form.getInputProps('planned')} precision="minute" label={t('field.planned')} disabled={disabled} />
      <TimeField
        {...form.getInputProps('back')}
        precision="minute"
        label={t('field.back')}
        description={t('backHint')}
        disabled={disabled}
      />
      <PhotoField photos={photos} onChange={setPhotos} most={MOST_WORK_PHOTOS} disabled={disabled} />
    </FormDialog>
  )
}

const litOf = (phases: ShownLamps['phases']): WorkLamps =>
  phases?.map((lamps) => (typeof lamps === 'string' ? [] : [...lamps])) ?? null
