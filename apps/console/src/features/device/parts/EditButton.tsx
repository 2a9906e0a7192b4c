import { ActionIcon } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'

/** A pencil button that opens the dialog for the value beside it; `label` names the dialog. */
export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon size={32} aria-label={label} title={label} onClick={onClick}>
      <IconPencil size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}
