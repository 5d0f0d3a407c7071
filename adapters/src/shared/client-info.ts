/** Who we are to a CLI that asks who its client is. The version is that of the package. */
export const CLIENT_INFO: { readonly name: string; readonly version: string } = { name: 'agent-mux', version: '0.1.0' };
