{{/* Parts of every pod: restricted, read-only, without a token of Kubernetes. */}}
{{- define "rotamer.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* What a row adds stands above the rest: a profile that bubblewrap needs, for instance. */}}
{{- define "rotamer.containerSecurity" -}}
{{- $own := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) }}
{{- toYaml (mustMergeOverwrite $own (. | default dict)) }}
{{- end }}

{{- define "rotamer.resources" -}}
requests: { cpu: {{ .cpu | quote }}, memory: {{ .memory }} }
limits: { memory: {{ .memory }} }
{{- end }}

{{/* (dict "root" $ "tls" "name of the certificate" "tmp" "256Mi"). */}}
{{- define "rotamer.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .tmp }} }
{{- if ne .root.Values.tls.mode "none" }}
- name: tls
  secret: { secretName: {{ .tls }}-grpc-tls, defaultMode: 0440 }
{{- end }}
{{- end }}

{{- define "rotamer.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if ne .Values.tls.mode "none" }}
- { name: tls, mountPath: /etc/rotamer/tls, readOnly: true }
{{- end }}
{{- end }}

{{/* Plain HTTP on a port of their own: gRPC probes of Kubernetes speak no TLS, and a program to probe with costs a start of Node. */}}
{{- define "rotamer.probes" -}}
startupProbe: { httpGet: { path: /livez, port: health }, periodSeconds: 1, failureThreshold: 120 }
livenessProbe: { httpGet: { path: /livez, port: health }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
readinessProbe: { httpGet: { path: /readyz, port: health }, periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 2 }
{{- end }}

{{/* A Job that runs an admin program once. */}}
{{- define "rotamer.operatorPod" -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- include "rotamer.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
volumes: {{- include "rotamer.volumes" (dict "root" . "tls" "operator" "tmp" "64Mi") | nindent 2 }}
{{- end }}
