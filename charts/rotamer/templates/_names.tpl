{{/* The paths of the protocols of other services, which compat serves, as JSON. */}}
{{- define "rotamer.protocolPaths" -}}
["/blast", "/Blast.cgi", "/Tools/services/rest", "/colabfold", "/k"]
{{- end }}

{{/* Labels of everything that belongs to a component: (dict "root" $ "component" "jobs"). */}}
{{- define "rotamer.labels" -}}
{{ include "rotamer.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "rotamer.selector" -}}
app.kubernetes.io/name: rotamer
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* (dict "root" $ "service" "jobs"). Sources are one image for all. */}}
{{- define "rotamer.image" -}}
{{ .root.Values.image.repository }}/{{ ternary "develop" .service .root.Values.develop }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* All rows, completed with their defaults, as JSON: include "rotamer.rows" . | fromJson. */}}
{{- define "rotamer.rows" -}}
{{- $rows := dict }}
{{- range $name, $row := .Values.services }}
{{- $_ := set $rows $name (mustMergeOverwrite (deepCopy $.Values.serviceDefaults) $row (dict "name" $name)) }}
{{- end }}
{{- toJson $rows }}
{{- end }}

{{- define "rotamer.toolNamespace" -}}
{{- $namespace := .Values.toolPods.namespace }}
{{- if or (not $namespace) (eq $namespace .Release.Namespace) }}
{{- fail "toolPods.namespace: name a separate namespace for tool pods, and create it. In the namespace of the release, an account that may make Jobs can read the Secrets of all services." }}
{{- end }}
{{- $namespace }}
{{- end }}

{{/* Names that a service's certificate needs: what callers dial, and what it calls itself. */}}
{{- define "rotamer.dnsNames" -}}
- {{ .service }}
- {{ .service }}.{{ .root.Release.Namespace }}.svc
- {{ .service }}.{{ .root.Release.Namespace }}.svc.cluster.local
{{- end }}
