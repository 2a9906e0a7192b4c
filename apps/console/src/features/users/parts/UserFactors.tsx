import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { removeUserFactors, userFactorsQuery } from '../../../data/secondFactor.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'

/**
 * Lets an administrator remove the second factor of a user who has lost it. Shows nothing for users without one, and on
 * platforms that do not report it.
 */
export function UserFactors({ userId }: { readonly userId: string }) {
  const t = useTexts('admin', 'users')
  const common = useTexts('common')
  const client = useQueryClient()
  const { data } = useQuery(userFactorsQuery(userId))
  const [asked, setAsked] = useState(false)
  const removal = useMutation({
    mutationFn: () => removeUserFactors(userId),
    onSuccess: () => {
      notifySuccess(t('secondFactorRemoved'))
      return client.invalidateQueries(userFactorsQuery(userId))
    },
  })
  if (!data?.configured) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t(asked ? 'removeSecondFactorQuestion' : 'secondFactor')}</Text>
      {removal.error && <ErrorText>{errorText(removal.error, t('removeSecondFactorFailed'))}</ErrorText>}
      {asked ? (
        <Group gap="xs">
          <Button variant="default" autoFocus onClick={() => setAsked(false)}>
            {common('dismiss')}
          </Button>
          <Button color="bad" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {t('removeSecondFactor')}
          </Button>
        </Group>
      ) : (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('removeSecondFactor')}
        </Button>
      )}
    </Stack>
  )
}
