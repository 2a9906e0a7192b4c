export function CustomerUsersPage({ customerId }: { customerId: string }) {
  return <p>{customerId}</p>
}
