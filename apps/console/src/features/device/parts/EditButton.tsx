import { ActionIcon } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'

/** A pencil that opens the dialog for what it stands beside; `label` says which. */
export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon size={32} aria-label={label} title={label} onClick={onClick}>
      <IconPencil size={17} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}
