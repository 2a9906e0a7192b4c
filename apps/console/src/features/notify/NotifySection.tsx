import { parseNotifyRules } from '@greenwave/contract/records/notify'
import type { User } from '@greenwave/contract/wire/users'
import { timeZone } from '@greenwave/controller/timeZone'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWantedForm } from '../../data/keptForm.ts'
import { changeRulesMutation } from '../../data/queries/notifyRules.ts'
import { saveProfileMutation, userQuery } from '../../data/queries/users.ts'
import { useSession } from '../../data/session.ts'
import { hasSameContent } from '../../data/sharing.ts'
import { rulesUpdate, updateBase } from '../../data/userUpdate.ts'
import { languageOf, storedPack } from '../../texts/packs.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LeaveQuestion } from '../../ui/dialogs/LeaveQuestion.tsx'
import { SaveNotes } from '../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../ui/forms/forms.ts'
import { typedValues, useKeepTyped } from '../../ui/forms/typedForm.ts'
import { useRecordForm } from '../../ui/forms/useRecordForm.ts'
import { useSendOnce } from '../../ui/forms/useSendOnce.ts'
import page from '../../ui/lists/ListPage.module.css'
import { notifySuccess } from '../../ui/notices/notify.tsx'
import { shownZone } from '../../ui/page/zoneNames.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import {
  ON,
  type RulesComplaint,
  RulesSchema,
  type RulesValues,
  rulesFrom,
  startRules,
  valuesOf,
} from './model/rulesForm.ts'
import { HowFields } from './parts/HowFields.tsx'
import styles from './parts/RulesParts.module.css'
import { WhatFields } from './parts/WhatFields.tsx'
import { WhenFields } from './parts/WhenFields.tsx'

/** Shows the form for the rules by which the signed-in user is notified of incidents. */
export function NotifySection({ userId }: { readonly userId: string }) {
  const t = useTexts('admin', 'notify')
  const common = useTexts('common')
  const client = useQueryClient()
  const session = useSession()
  const [standard] = useState(() => startRules(shownZone(timeZone().name), languageOf(storedPack())))
  const values = (user: User | undefined): RulesValues => valuesOf(user, standard)
  const user = useQuery({ ...userQuery(userId), refetchOnWindowFocus: false })
  const saving = useMutation(saveProfileMutation)
  const changing = useMutation(changeRulesMutation)
  const record = useRecordForm<User, RulesValues>({
    record: undefined,
    isEdited: true,
    valuesOf: values,
    complaints: complaintsOf(RulesSchema, (key: RulesComplaint) => t(key)),
    reload: () => client.fetchQuery({ ...userQuery(userId), staleTime: 0 }),
  })
  const { form, read } = record
  const wanted = useWantedForm('notify', () => ({}))
  useKeepTyped(record.typed, t('tab'), { form: 'notify', subject: {}, restored: wanted?.values })
  const { send, typed } = useSendOnce({ again: true })

  const taken = useRef(false)
  useEffect(() => {
    if (taken.current || !user.data) return
    taken.current = true
    record.take(user.data)
  })

  async function save(input: RulesValues): Promise<void> {
    if (!read) return
    record.fail(undefined)
    const base = updateBase(read, user.data, (newest) => hasSameContent(values(newest), values(read)))
    try {
      const rules = rulesFrom(input, parseNotifyRules(base.additionalInfo, standard.timeZone) ?? standard)
      record.take(await saving.mutateAsync(rulesUpdate(base, rules)))
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(t('saved'))
  }

  if (user.isError && !read)
    return (
      <ErrorState
        compact
        error={user.error}
        fallback={t('loadFailed')}
        retrying={user.isFetching}
        onRetry={() => void user.refetch()}
      />
    )
  if (!read) return <SkeletonRows rows={6} height={48} />
  return (
    <form
      noValidate
      className={page.form}
      onChange={typed}
      onSubmit={(event) => {
        event.preventDefault()
        send(() => submitOf(form, save)(event))
      }}
    >
      {Object.keys(typedValues(record.typed)).length > 0 && <LeaveQuestion />}
      <p className={styles.why}>{t('why')}</p>
      <WhatFields form={form} choosesCustomers={session.state === 'signedIn' && session.isTenantAdmin} />
      <WhenFields form={form} />
      <HowFields
        form={form}
        user={read}
        onChange={async (change) => record.setRead(await changing.mutateAsync({ userId, standard, change }))}
      />
      <SaveNotes
        record={record}
        fallback={t('saveFailed')}
        fieldText={(field) => {
          const value = values(read)[field]
          return {
            label: t(FIELD_NAMES[field]),
            value: field === 'timeZone' ? shownZone(value) : value.replace(ON, '✓'),
          }
        }}
      />
      <div className={page.formFoot}>
        <Button type="submit" disabled={form.submitting || record.conflict}>
          {form.submitting ? common('saving') : t('save')}
        </Button>
      </div>
    </form>
  )
}

/** Names of fields that another user changed. */
const FIELD_NAMES = {
  least: 'least',
  someCustomers: 'customers',
  customers: 'customersLegend',
  cleared: 'cleared',
  monthly: 'monthly',
  days: 'days',
  always: 'always',
  from: 'from',
  to: 'to',
  timeZone: 'timeZone',
  gather: 'gather',
  language: 'language',
  browser: 'browser',
  email: 'emailName',
  push: 'push',
} as const satisfies Record<keyof RulesValues, string>
