/** Texts of the palette that finds anything. */
export const find = {
  title: 'Find anything',
  field: 'Junction, customer, page or action',
  clear: 'Clear',
  results: 'Found',
  searching: 'Searching',
  found_one: '{{count}} found',
  found_other: '{{count}} found',
  nothing: 'Nothing is called “{{text}}”.',
  keys: '↑ ↓ move · Enter opens · Esc closes',

  junctions: 'Junctions',
  customers: 'Customers',
  pages: 'Pages',
  actions: 'Actions',
  allJunctions: 'All junctions with “{{text}}”',
  allCustomers: 'All customers with “{{text}}”',
  junctionsFailed: 'Failed to load devices',
  customersFailed: 'Failed to fetch customers',

  profile: 'Profile',
  security: 'Security',
  addDevice: 'Add Device',
  addCustomer: 'Add Customer',
} as const
