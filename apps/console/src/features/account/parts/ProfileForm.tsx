import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { User } from '@greenwave/contract/wire/users'
import { Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWantedForm } from '../../../data/keptForm.ts'
import { isGreenwaveQuery } from '../../../data/queries/system.ts'
import { saveProfileMutation, userQuery } from '../../../data/queries/users.ts'
import { refreshSession } from '../../../data/session.ts'
import { NoRefreshTokenError } from '../../../data/sessionStore.ts'
import { hasSameContent } from '../../../data/sharing.ts'
import { type UserFields, updateBase, userFields, userUpdate } from '../../../data/userUpdate.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { LeaveQuestion } from '../../../ui/dialogs/LeaveQuestion.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedValues, useKeepTyped } from '../../../ui/forms/typedForm.ts'
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { useSendOnce } from '../../../ui/forms/useSendOnce.ts'
import page from '../../../ui/lists/ListPage.module.css'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { type ProfileComplaint, ProfileSchema } from '../model/profileSchema.ts'
import { NewEmailDialog } from './NewEmailDialog.tsx'
import { OwnPendingEmail } from './OwnPendingEmail.tsx'

const PHONE_EXAMPLE = '+84901234567'
const EMPTY: UserFields = { email: '', firstName: '', lastName: '', phone: '' }
const valuesOf = (user: User | undefined): UserFields => (user ? userFields(user) : EMPTY)

/**
 * The form for the signed-in user's profile. After a save it renews the session, because the token contains the e-mail
 * address. The embedded platform wants the password with a new address, which has no effect before it is confirmed.
 */
export function ProfileForm({ userId }: { userId: string }) {
  const t = useTexts('admin', 'account')
  const common = useTexts('common')
  const client = useQueryClient()
  const user = useQuery({ ...userQuery(userId), refetchOnWindowFocus: false })
  const saving = useMutation(saveProfileMutation)
  /** The error text when the profile was saved but the session could not be renewed. */
  const [staleSession, setStaleSession] = useState<string>()
  const isEmbedded = useQuery(isGreenwaveQuery()).data === true
  /** Changes that wait for the password; undefined when none do. */
  const [unproved, setUnproved] = useState<UserFields>()
  const record = useRecordForm<User, UserFields>({
    record: undefined,
    isEdited: true,
    valuesOf,
    complaints: complaintsOf(ProfileSchema, (key: ProfileComplaint) => t(key, { phone: PHONE_EXAMPLE })),
    reload: () => client.fetchQuery({ ...userQuery(userId), staleTime: 0 }),
  })
  const { form, read } = record
  const wanted = useWantedForm('profile', () => ({}))
  useKeepTyped(record.typed, t('profile'), { form: 'profile', subject: {}, restored: wanted?.values })
  const { send, typed } = useSendOnce({ again: true })

  const taken = useRef(false)
  useEffect(() => {
    if (taken.current || !user.data) return
    taken.current = true
    record.take(user.data)
  })

  async function save(values: UserFields, currentPassword?: string): Promise<void> {
    if (!read) return
    record.fail(undefined)
    setStaleSession(undefined)
    try {
      const isSame = (newest: User): boolean => hasSameContent(userFields(newest), userFields(read))
      const body = userUpdate(updateBase(read, user.data, isSame), values)
      record.take(await saving.mutateAsync(currentPassword === undefined ? body : { ...body, currentPassword }))
    } catch (error) {
      record.fail(error)
      throw error
    }
    try {
      await refreshSession()
    } catch (error) {
      return setStaleSession(t(error instanceof NoRefreshTokenError ? 'noRefreshToken' : 'sessionNotRenewed'))
    }
    notifySuccess(t('profileUpdated'))
  }

  async function saveOrAsk(values: UserFields): Promise<void> {
    const isNew = values.email.trim().toLowerCase() !== read?.email.toLowerCase()
    if (isEmbedded && isNew) setUnproved(values)
    else await save(values)
  }

  if (user.isError && !read)
    return (
      <ErrorState
        compact
        error={user.error}
        fallback={t('profileLoadFailed')}
        retrying={user.isFetching}
        onRetry={() => void user.refetch()}
      />
    )
  if (!read) return <SkeletonRows rows={4} height={56} />
  const lastLogin = infoOf(user.data?.additionalInfo).lastLoginTs
  return (
    <form
      noValidate
      className={page.form}
      onChange={typed}
      onSubmit={(event) => {
        event.preventDefault()
        send(() => submitOf(form, saveOrAsk)(event))
      }}
    >
      {unproved && (
        <NewEmailDialog
          opened
          email={unproved.email.trim()}
          onSave={(password) => save(unproved, password)}
          onClose={() => {
            setUnproved(undefined)
            typed()
          }}
        />
      )}
      {Object.keys(typedValues(record.typed)).length > 0 && <LeaveQuestion />}
      <TextInput
        {...form.getInputProps('email')}
        label={t('email')}
        type="email"
        autoComplete="email"
        required
        disabled={form.submitting}
      />
      {user.data && <OwnPendingEmail user={user.data} />}
      <TextInput
        {...form.getInputProps('phone')}
        label={t('phone')}
        type="tel"
        autoComplete="tel"
        placeholder={PHONE_EXAMPLE}
        required
        disabled={form.submitting}
      />
      <TextInput
        {...form.getInputProps('firstName')}
        label={t('firstName')}
        autoComplete="given-name"
        required
        disabled={form.submitting}
      />
      <TextInput
        {...form.getInputProps('lastName')}
        label={t('lastName')}
        autoComplete="family-name"
        required
        disabled={form.submitting}
      />
      <SaveNotes
        record={record}
        fallback={t('profileUpdateFailed')}
        fieldText={(field) => ({ label: t(field), value: valuesOf(read)[field] })}
      />
      {staleSession && (
        <ErrorText>
          <div>{staleSession}</div>
          <div>{t('profileSavedSessionOld')}</div>
        </ErrorText>
      )}
      <div className={page.formFoot}>
        <Text c="dimmed" mr="auto">
          {t('lastLogin')}: {typeof lastLogin === 'number' ? dateText(lastLogin) : common('never')}
        </Text>
        <Button type="submit" disabled={form.submitting || record.conflict}>
          {form.submitting ? common('saving') : t('saveProfile')}
        </Button>
      </div>
    </form>
  )
}
