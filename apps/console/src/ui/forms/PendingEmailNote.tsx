import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../data/errorText.ts'
import { ErrorText } from '../states/ErrorText.tsx'

/** Properties of `PendingEmailNote`. */
export interface PendingEmailNoteProps {
  /** The new address and what it waits for. */
  readonly text: string
  /** The buttons: each has a label, the request that it sends, and the error text without a reason of the platform. */
  readonly actions: readonly { readonly label: string; readonly failed: string; readonly act: () => Promise<unknown> }[]
}

/** Shows a new e-mail address that has no effect yet, with what can be done about it. */
export function PendingEmailNote({ text, actions }: PendingEmailNoteProps) {
  const action = useMutation({ mutationFn: ({ act }: PendingEmailNoteProps['actions'][number]) => act() })
  return (
    <Stack gap="xs" align="flex-start">
      <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
      {action.error && <ErrorText>{errorText(action.error, action.variables.failed)}</ErrorText>}
      <Group gap="xs">
        {actions.map((one) => (
          <Button key={one.label} variant="default" disabled={action.isPending} onClick={() => action.mutate(one)}>
            {one.label}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
